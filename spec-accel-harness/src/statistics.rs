//! Means of measured values.

/// The geometric mean; `None` of no value or of one that is not positive.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let positive = !values.is_empty() && values.iter().all(|value| *value > 0.0);
    let logarithms = values.iter().map(|value| value.ln()).sum::<f64>();
    positive.then(|| (logarithms / values.len() as f64).exp())
}

/// The middle value; of an even number, the upper of the two in the middle. `None` of no value.
pub(crate) fn upper_median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_nothing_are_nothing() {
        assert_eq!((geometric_mean(&[]), upper_median(&[])), (None, None));
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
    }

    #[test]
    fn means_of_some_values() {
        assert!((geometric_mean(&[1.0, 4.0, 16.0]).unwrap() - 4.0).abs() < 1e-12);
        assert_eq!(upper_median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(upper_median(&[3.0, 1.0]), Some(3.0));
    }
}
