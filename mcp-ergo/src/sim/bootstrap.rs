//! Intervals by the bootstrap.

/// How often the tasks are drawn anew.
pub const RESAMPLES: usize = 10_000;

/// The same draws of tasks for every number of a run, so that each interval of a difference is paired,
/// and none depends on which others are asked for. They are drawn anew each time: kept, those of ten
/// thousand tasks would fill half a gigabyte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draws {
    seed: u64,
}

/// A mean over tasks with its interval of 95 %, by percentiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How many tasks have another value than zero: as a difference, how many it rests on.
    pub differ: usize,
}

impl Estimate {
    /// How many tasks a difference has to rest on. Five that all go one way do so by chance once in
    /// sixteen times, six once in 32; draws of so few are all alike, and their interval is too narrow.
    pub const FEWEST: usize = 6;

    /// Whether the interval leaves out zero and enough tasks differ: as a difference it is not made by
    /// which tasks happen to be asked.
    pub fn resolved(&self) -> bool {
        self.differ >= Self::FEWEST && (self.low > 0.0 || self.high < 0.0)
    }
}

impl Draws {
    /// A seed gives the same draws on every machine and in every release.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The mean of each column and its interval; zeros where there are no tasks. A column has one value
    /// for each task, and all are as long.
    pub(crate) fn estimate<const N: usize>(self, columns: &[Vec<f64>; N]) -> [Estimate; N] {
        let mut means = self.means(columns).into_iter();
        std::array::from_fn(|at| {
            let mut means = means.next().unwrap_or_default();
            means.sort_unstable_by(f64::total_cmp);
            // As many means lie below the interval as above.
            let outside = RESAMPLES / 40;
            let value = mean(&columns[at]);
            Estimate {
                value,
                differ: columns[at].iter().filter(|value| **value != 0.0).count(),
                low: means.get(outside).copied().unwrap_or(value),
                high: means.get(RESAMPLES - 1 - outside).copied().unwrap_or(value),
            }
        })
    }

    /// The mean of each column over each draw, as many as [`RESAMPLES`]; none of a column that does
    /// not vary, as much of a comparison does.
    fn means<const N: usize>(self, columns: &[Vec<f64>; N]) -> Vec<Vec<f64>> {
        let tasks = columns.first().map_or(0, Vec::len);
        debug_assert!(columns.iter().all(|column| column.len() == tasks));
        let varies: Vec<usize> = (0..N).filter(|at| varies(&columns[*at])).collect();
        let mut means = vec![Vec::new(); N];
        if varies.is_empty() {
            return means;
        }
        // Of one task after the other, so that what is drawn is looked up in one place.
        let rows: Vec<f64> = (0..tasks)
            .flat_map(|task| varies.iter().map(move |at| columns[*at][task]))
            .collect();
        let mut random = SplitMix64(self.seed);
        let mut sums = vec![0.0; varies.len()];
        for _ in 0..RESAMPLES {
            sums.fill(0.0);
            for _ in 0..tasks {
                let row = random.below(tasks) * varies.len();
                for (sum, value) in sums.iter_mut().zip(&rows[row..]) {
                    *sum += value;
                }
            }
            for (sum, at) in sums.iter().zip(&varies) {
                means[*at].push(sum / count(tasks));
            }
        }
        means
    }
}

fn varies(values: &[f64]) -> bool {
    let first = values.first().map(|value| value.to_bits());
    values.iter().any(|value| Some(value.to_bits()) != first)
}

fn mean(values: &[f64]) -> f64 {
    match values {
        [] => 0.0,
        [first, ..] if !varies(values) => *first,
        _ => values.iter().sum::<f64>() / count(values.len()),
    }
}

fn count(tasks: usize) -> f64 {
    f64::from(u32::try_from(tasks).unwrap_or(u32::MAX))
}

/// `SplitMix64` by Steele, Lea and Flood (2014): ten lines that stay as they are, where a crate's
/// stream may change with a release.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, by the upper half of a product. With at most a few thousand tasks one
    /// comes up more often than another by less than one draw in 2^50.
    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next()) * bound as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' own program prints for the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_the_paper() {
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    fn estimate(seed: u64, values: &[f64]) -> Estimate {
        let [estimate] = Draws::new(seed).estimate(&[values.to_vec()]);
        estimate
    }

    fn ends(estimate: Estimate) -> (f64, f64, f64) {
        (estimate.value, estimate.low, estimate.high)
    }

    #[test]
    fn what_never_varies_has_no_width() {
        assert_eq!(ends(estimate(1, &[0.5, 0.5, 0.5])), (0.5, 0.5, 0.5));
        assert_eq!(ends(estimate(1, &[])), (0.0, 0.0, 0.0));
    }

    #[test]
    fn five_tasks_resolve_nothing_however_much_they_agree() {
        assert!(!estimate(1, &[1.0; 5]).resolved());
        assert!(estimate(1, &[1.0; 6]).resolved());
        assert!(estimate(1, &[-1.0; 6]).resolved());
        assert!(!estimate(1, &[0.0; 6]).resolved());
        // That others do not differ changes nothing.
        let five: Vec<f64> = (0..40)
            .map(|task| if task < 5 { 1.0 } else { 0.0 })
            .collect();
        let five = estimate(1, &five);
        assert!(five.low > 0.0 && !five.resolved(), "{five:?}");
    }

    /// Of two tasks, both are drawn alike in a quarter of the draws each.
    #[test]
    fn two_tasks_have_every_mean_in_the_interval() {
        assert_eq!(ends(estimate(7, &[0.0, 1.0])), (0.5, 0.0, 1.0));
    }

    /// A share of a half among 400 has a standard error of 0.025.
    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        let values: Vec<f64> = (0..400).map(|task| f64::from(task % 2)).collect();
        let estimate = estimate(3, &values);
        assert!((estimate.value - 0.5).abs() < 1e-12);
        assert!(
            (estimate.low - (0.5 - 1.96 * 0.025)).abs() < 0.004,
            "{estimate:?}"
        );
        assert!(
            (estimate.high - (0.5 + 1.96 * 0.025)).abs() < 0.004,
            "{estimate:?}"
        );
    }

    #[test]
    fn a_seed_is_all_that_matters() {
        let odd: Vec<f64> = (0..30).map(|task| f64::from(task * task)).collect();
        assert_eq!(estimate(5, &odd), estimate(5, &odd));
        assert_ne!(estimate(5, &odd), estimate(6, &odd));
        // Nor does it matter what else is estimated.
        let same = vec![1.0; 30];
        let [of_same, _, of_odd] = Draws::new(5).estimate(&[same, odd.clone(), odd.clone()]);
        assert_eq!(of_odd, estimate(5, &odd));
        assert_eq!(ends(of_same), (1.0, 1.0, 1.0));
    }
}
