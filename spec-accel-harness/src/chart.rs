//! Bar charts as SVG that needs nothing else: light and dark, with titles that a screen reader reads.

use std::fmt::Write as _;

/// Horizontal bars in groups, one bar of a group for each series.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) title: String,
    /// What a person who does not see the bars should know.
    pub(crate) description: String,
    /// What the values are, below the axis.
    pub(crate) axis: String,
    /// Put behind each value.
    pub(crate) unit: &'static str,
    pub(crate) scale: Scale,
    /// At most as many as there are [`COLOURS`] behind the first one's.
    pub(crate) series: Vec<String>,
    /// Colour of the first series: one that two charts show has one colour in both.
    pub(crate) first_colour: usize,
    pub(crate) groups: Vec<Group>,
}

/// How long a bar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// In proportion, from 0.
    Linear,
    /// In proportion to the logarithm, from 1 to either side.
    Logarithmic,
}

/// One label and its values, one for each series.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) values: Vec<Option<f64>>,
}

/// Of the series, on a light and on a dark ground; each at least 4.5:1 against its ground.
const COLOURS: [(&str, &str); 5] = [
    ("#1f5fa8", "#6fb1ff"),
    ("#a65200", "#ffb066"),
    ("#1b7a4b", "#5fd39a"),
    ("#8e3a86", "#e39adb"),
    ("#5d6166", "#b9bec5"),
];

const WIDTH: f64 = 900.0;
const LEFT: f64 = 130.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 48.0;
const BAR: f64 = 13.0;
const GAP: f64 = 10.0;

/// Where values lie on the page.
struct Axis {
    scale: Scale,
    least: f64,
    most: f64,
}

impl Axis {
    /// Holds every value, and 0 or 1, from where the bars begin.
    fn of(chart: &Chart) -> Axis {
        let values: Vec<f64> =
            chart.groups.iter().flat_map(|group| group.values.iter().flatten()).copied().collect();
        let most = values.iter().copied().fold(1.0, f64::max);
        match chart.scale {
            Scale::Linear => Axis { scale: Scale::Linear, least: 0.0, most },
            Scale::Logarithmic => {
                let least = values.iter().copied().filter(|value| *value > 0.0).fold(1.0, f64::min);
                let (least, most) =
                    (least.log2().floor().exp2(), most.log2().ceil().exp2().max(2.0));
                Axis { scale: Scale::Logarithmic, least, most }
            }
        }
    }

    fn x(&self, value: f64) -> f64 {
        let part = match self.scale {
            Scale::Linear => value / self.most,
            Scale::Logarithmic => (value / self.least).log2() / (self.most / self.least).log2(),
        };
        LEFT + part * (WIDTH - LEFT - RIGHT)
    }

    fn origin(&self) -> f64 {
        match self.scale {
            Scale::Linear => self.x(0.0),
            Scale::Logarithmic => self.x(1.0),
        }
    }

    /// Round values: multiples of 1, 2, 4 or 8 … for a linear axis, powers of 2 for the other.
    fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        match self.scale {
            Scale::Linear => {
                let step = (self.most / 8.0).max(0.125).log2().ceil().exp2();
                let mut tick = 0.0;
                while tick <= self.most {
                    ticks.push(tick);
                    tick += step;
                }
            }
            Scale::Logarithmic => {
                let step = ((self.most / self.least).log2() / 10.0).ceil().max(1.0);
                let mut power = 0.0;
                while power + self.least.log2() <= self.most.log2() {
                    ticks.push((power + self.least.log2()).exp2());
                    power += step;
                }
            }
        }
        ticks
    }
}

impl Chart {
    /// The picture; equal charts give equal bytes.
    pub(crate) fn svg(&self) -> String {
        let bars = self.series.len() as f64;
        let height = TOP + self.groups.len() as f64 * (bars * BAR + GAP) + BOTTOM;
        let axis = Axis::of(self);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\" aria-labelledby=\"title description\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n{}\n\
             <rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>",
            escaped(&self.title),
            escaped(&self.description),
            style(),
        );
        let _ = writeln!(
            svg,
            "<text class=\"title\" x=\"16\" y=\"28\">{}</text>",
            escaped(&self.title)
        );
        self.legend(&mut svg);
        self.grid(&mut svg, &axis, height);
        for (position, group) in self.groups.iter().enumerate() {
            let top = TOP + position as f64 * (bars * BAR + GAP);
            self.group(&mut svg, &axis, group, top);
        }
        svg + "</svg>\n"
    }

    fn legend(&self, svg: &mut String) {
        let mut x = 16.0;
        for (position, name) in self.series.iter().enumerate() {
            let _ = writeln!(
                svg,
                "<rect class=\"s{}\" x=\"{x}\" y=\"44\" width=\"12\" height=\"12\"/>\
                 <text x=\"{}\" y=\"54\">{}</text>",
                self.first_colour + position,
                x + 18.0,
                escaped(name),
            );
            x += 34.0 + 7.5 * name.chars().count() as f64;
        }
    }

    fn grid(&self, svg: &mut String, axis: &Axis, height: f64) {
        let bottom = height - BOTTOM;
        for tick in axis.ticks() {
            let x = axis.x(tick);
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{}\" y2=\"{bottom}\"/>\
                 <text class=\"tick\" x=\"{x:.1}\" y=\"{}\">{}</text>",
                TOP - 8.0,
                bottom + 16.0,
                label(tick),
            );
        }
        let x = axis.origin();
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let _ = writeln!(
            svg,
            "<line class=\"origin\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{}\" y2=\"{bottom}\"/>\
             <text class=\"tick\" x=\"{middle}\" y=\"{}\">{}</text>",
            TOP - 8.0,
            bottom + 36.0,
            escaped(&self.axis),
        );
    }

    fn group(&self, svg: &mut String, axis: &Axis, group: &Group, top: f64) {
        let middle = top + self.series.len() as f64 * BAR / 2.0 + 4.0;
        let name = escaped(&group.name);
        let _ =
            writeln!(svg, "<text class=\"name\" x=\"{}\" y=\"{middle}\">{name}</text>", LEFT - 8.0);
        for (position, (value, series)) in group.values.iter().zip(&self.series).enumerate() {
            let y = top + position as f64 * BAR;
            let Some(value) = value else { continue };
            let (from, to) = (axis.origin(), axis.x(*value));
            let (x, width) = (from.min(to), (to - from).abs().max(1.0));
            let text = format!("{value:.2}{}", self.unit);
            let _ = writeln!(
                svg,
                "<rect class=\"s{}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" \
                 height=\"{}\"><title>{name}, {}: {text}</title></rect>\
                 <text class=\"value\" x=\"{:.1}\" y=\"{}\">{text}</text>",
                self.first_colour + position,
                BAR - 2.0,
                escaped(series),
                from.max(to) + 4.0,
                y + 9.5,
            );
        }
    }
}

/// A tick's value; a fraction below 1, where ticks are powers of 2.
fn label(tick: f64) -> String {
    if tick > 0.0 && tick < 1.0 { format!("1/{}", 1.0 / tick) } else { tick.to_string() }
}

/// Colours for both grounds; the viewer's preference chooses.
fn style() -> String {
    let rules = |dark: bool| {
        let colour = |(position, (light, on_dark)): (usize, &(&str, &str))| {
            let colour = if dark { on_dark } else { light };
            format!(".s{position}{{fill:{colour}}}")
        };
        COLOURS.iter().enumerate().map(colour).collect::<Vec<_>>().concat()
    };
    let common = "text{font:12px system-ui,sans-serif;fill:#1b1d1f}.title{font-size:17px;font-weight:600}\
                  .name{text-anchor:end}.tick{text-anchor:middle}.value{font-size:10px}\
                  .ground{fill:#fff}.grid{stroke:#d9dde1}.origin{stroke:#1b1d1f}";
    let dark =
        "text{fill:#e8eaed}.ground{fill:#16181b}.grid{stroke:#3a3f45}.origin{stroke:#e8eaed}";
    format!(
        "<style>{common}{}@media (prefers-color-scheme:dark){{{dark}{}}}</style>",
        rules(false),
        rules(true),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(scale: Scale) -> Chart {
        Chart {
            title: "Sectors <32>".into(),
            description: "lower & better".into(),
            axis: "sectors".into(),
            unit: "×",
            scale,
            series: vec!["plain".into(), "warpcc".into()],
            first_colour: 0,
            groups: vec![
                Group { name: "gemm".into(), values: vec![Some(32.0), Some(4.0)] },
                Group { name: "lu".into(), values: vec![None, Some(0.25)] },
            ],
        }
    }

    #[test]
    fn every_known_value_has_a_bar_with_a_title() {
        let svg = chart(Scale::Linear).svg();
        for words in ["gemm, plain: 32.00×", "gemm, warpcc: 4.00×", "lu, warpcc: 0.25×"] {
            assert_eq!(svg.matches(&format!("<title>{words}</title>")).count(), 1, "{svg}");
        }
        assert!(!svg.contains("lu, plain"), "{svg}");
        assert_eq!(svg, chart(Scale::Linear).svg());
    }

    #[test]
    fn the_picture_is_named_and_escaped() {
        let svg = chart(Scale::Linear).svg();
        assert!(svg.contains("<title id=\"title\">Sectors &lt;32&gt;</title>"));
        assert!(svg.contains("<desc id=\"description\">lower &amp; better</desc>"));
        assert!(svg.contains("role=\"img\" aria-labelledby=\"title description\""));
        assert!(svg.contains("prefers-color-scheme:dark"));
    }

    #[test]
    fn axes_hold_every_value_and_their_origin() {
        let linear = Axis::of(&chart(Scale::Linear));
        assert_eq!(linear.ticks(), [0.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0, 28.0, 32.0]);
        assert_eq!((linear.origin(), linear.x(32.0)), (LEFT, WIDTH - RIGHT));
        let logarithmic = Axis::of(&chart(Scale::Logarithmic));
        assert_eq!([0.25, 0.0, 4.0].map(label), ["1/4", "0", "4"]);
        assert_eq!(logarithmic.ticks(), [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0]);
        assert!(logarithmic.x(0.25) < logarithmic.origin());
        assert!(logarithmic.origin() < logarithmic.x(4.0));
    }

    /// WCAG's relative luminance of `#rrggbb`.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn bars_stand_out_from_both_grounds() {
        let contrast = |a: &str, b: &str| {
            let (a, b) = (luminance(a), luminance(b));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        for (light, dark) in COLOURS {
            assert!(contrast(light, "#ffffff") >= 4.5, "{light}");
            assert!(contrast(dark, "#16181b") >= 4.5, "{dark}");
        }
    }
}
