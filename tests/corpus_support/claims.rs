//! What a person claims of a line of a case, and whether the report agrees.
//!
//! The grammar is in `tests/corpus/README.md`.

use warpcc::report::{Region, Report, Sectors, step};

/// One claim and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    file: String,
    line: u32,
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The region's findings or refusals have the code, or have it not.
    Code { code: String, fires: bool },
    /// Sectors of the line's accesses, of one base or of all.
    Sectors { base: Option<String>, before: String, after: String },
    /// Whether the line's loop with this variable is independent.
    Loop { name: String, independence: String },
    /// The region's steps.
    Plan(String),
}

/// The claims in `text`, which the report calls `file`. The error names a claim that cannot be read.
pub(crate) fn read(file: &str, text: &str) -> Result<Vec<Claim>, String> {
    let mut claims = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((_, words)) = line.split_once("//~") else { continue };
        let mut base = None;
        for word in words.split_whitespace() {
            if let Some(name) = word.strip_suffix(':') {
                base = Some(name.to_owned());
                continue;
            }
            let kind = parse(word, base.take())
                .ok_or_else(|| format!("{file}:{}: cannot read '{word}'", index + 1))?;
            let line = u32::try_from(index + 1).map_err(|e| e.to_string())?;
            claims.push(Claim { file: file.into(), line, text: word.into(), kind });
        }
        if let Some(base) = base {
            return Err(format!("{file}:{}: nothing is claimed of '{base}'", index + 1));
        }
    }
    Ok(claims)
}

fn parse(word: &str, base: Option<String>) -> Option<Kind> {
    let is_code = |word: &str| warpcc::diag::Code::parse(word).is_some();
    if let Some((key, value)) = word.split_once('=') {
        return match key {
            "sectors" => {
                let (before, after) = value.split_once("->").unwrap_or((value, value));
                Some(Kind::Sectors { base, before: before.into(), after: after.into() })
            }
            _ if base.is_some() => None,
            "plan" => Some(Kind::Plan(value.into())),
            _ => {
                let known = ["declared", "proved", "carried", "unknown"].contains(&value);
                let kind = Kind::Loop { name: key.into(), independence: value.into() };
                known.then_some(kind)
            }
        };
    }
    let (code, fires) = word.strip_prefix('!').map_or((word, true), |code| (code, false));
    let readable = base.is_none() && is_code(code);
    readable.then(|| Kind::Code { code: code.into(), fires })
}

impl Claim {
    /// What is wrong with the claim, if anything.
    pub(crate) fn check(&self, report: &Report) -> Result<(), String> {
        let answer = match &self.kind {
            Kind::Code { code, fires } => self.check_code(report, code, *fires),
            Kind::Sectors { base, before, after } => {
                self.check_sectors(report, base.as_deref(), (before, after))
            }
            Kind::Loop { name, independence } => self.check_loop(report, name, independence),
            Kind::Plan(plan) => self.check_plan(report, plan),
        };
        answer.map_err(|why| format!("{}:{}: {}: {why}", self.file, self.line, self.text))
    }

    /// The region that begins on the claim's line or, failing that, the last one before it.
    fn region<'a>(&self, report: &'a Report) -> Result<&'a Region, String> {
        let regions = report.regions.iter().filter(|region| region.file == self.file);
        let mut before = regions.filter(|region| region.line <= self.line);
        before.next_back().ok_or_else(|| "no region begins here or above".into())
    }

    fn check_code(&self, report: &Report, code: &str, fires: bool) -> Result<(), String> {
        let region = self.region(report)?;
        let found = codes(region);
        if found.iter().any(|c| c == code) == fires {
            return Ok(());
        }
        Err(format!("the region has {}", found.join(" ")))
    }

    fn check_sectors(
        &self,
        report: &Report,
        base: Option<&str>,
        (before, after): (&str, &str),
    ) -> Result<(), String> {
        let regions = report.regions.iter().filter(|region| region.file == self.file);
        let here = regions.flat_map(|r| &r.accesses).filter(|access| access.line == self.line);
        let mut accesses = here.filter(|a| base.is_none_or(|base| a.base == base)).peekable();
        if accesses.peek().is_none() {
            return Err("no such access on this line".into());
        }
        for access in accesses {
            let found = (show(access.sectors_before.as_ref()), show(access.sectors_after.as_ref()));
            if (found.0.as_str(), found.1.as_str()) != (before, after) {
                return Err(format!("{} has {}->{}", access.text, found.0, found.1));
            }
        }
        Ok(())
    }

    fn check_loop(&self, report: &Report, name: &str, independence: &str) -> Result<(), String> {
        let regions = report.regions.iter().filter(|region| region.file == self.file);
        let mut loops = regions.flat_map(|region| &region.loops);
        let here = loops.find(|l| l.line == self.line && l.name == name);
        let here = here.ok_or("no such loop on this line")?;
        if here.independence == independence {
            return Ok(());
        }
        Err(format!("it is {} ({})", here.independence, here.reason))
    }

    fn check_plan(&self, report: &Report, plan: &str) -> Result<(), String> {
        let found = plan_text(self.region(report)?);
        if found == plan { Ok(()) } else { Err(format!("the plan is {found}")) }
    }
}

/// The codes of a region's findings and of the transformations that were refused.
pub(crate) fn codes(region: &Region) -> Vec<String> {
    let refused = region.plan.rejected.iter().map(|rejected| rejected.code.clone());
    let assumed = region.plan.assumptions.iter().map(|assumption| assumption.code.clone());
    let mut codes: Vec<_> = region.codes.iter().cloned().chain(refused).chain(assumed).collect();
    codes.sort();
    codes.dedup();
    codes
}

fn show(sectors: Option<&Sectors>) -> String {
    match sectors {
        None => "?".into(),
        Some(Sectors { min, max, .. }) if min == max => min.to_string(),
        Some(Sectors { min, max, .. }) => format!("{min}..{max}"),
    }
}

fn plan_text(region: &Region) -> String {
    step::claims(if region.plan.applied { &region.plan.steps } else { &[] })
}
