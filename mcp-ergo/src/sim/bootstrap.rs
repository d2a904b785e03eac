//! Intervals by the bootstrap.

use std::borrow::Cow;

/// How often the tasks are drawn anew.
pub const RESAMPLES: usize = 10_000;

/// The same draws of tasks for every number of a run, so that each interval of a difference is paired,
/// and none depends on which others are asked for.
#[derive(Debug, Clone)]
pub(crate) struct Draws {
    /// The drawn tasks, [`RESAMPLES`] times as many as there are.
    tasks: Vec<u32>,
    of: usize,
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
}

impl Estimate {
    /// Whether the interval leaves out zero: as a difference it is not made by which tasks happen to
    /// be asked.
    pub fn resolved(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

impl Draws {
    /// The draws of so many tasks. A seed gives the same ones on every machine and in every release.
    pub(crate) fn new(tasks: usize, seed: u64) -> Self {
        let mut random = SplitMix64(seed);
        let draw = |_| random.below(tasks);
        Self {
            tasks: (0..RESAMPLES * tasks).map(draw).collect(),
            of: tasks,
            seed,
        }
    }

    /// The same draws where they are of so many tasks, and else others by the same seed.
    pub(crate) fn of(&self, tasks: usize) -> Cow<'_, Self> {
        if tasks == self.of {
            Cow::Borrowed(self)
        } else {
            Cow::Owned(Self::new(tasks, self.seed))
        }
    }

    /// The mean of one value for each task, and its interval; zeros where there are no tasks.
    pub(crate) fn estimate(&self, values: &[f64]) -> Estimate {
        debug_assert_eq!(values.len(), self.of, "one value for each task");
        let (Some(first), Ok(count)) = (values.first(), u32::try_from(values.len())) else {
            return Estimate {
                value: 0.0,
                low: 0.0,
                high: 0.0,
            };
        };
        // Much of a comparison does not vary at all, and then there is nothing to draw.
        if values
            .iter()
            .all(|value| value.to_bits() == first.to_bits())
        {
            return Estimate {
                value: *first,
                low: *first,
                high: *first,
            };
        }
        let count = f64::from(count);
        let drawn = self.tasks.chunks_exact(self.of);
        let mut means: Vec<f64> = drawn
            .map(|tasks| tasks.iter().map(|task| values[*task as usize]).sum::<f64>() / count)
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        // As many means lie below the interval as above.
        let outside = RESAMPLES / 40;
        Estimate {
            value: values.iter().sum::<f64>() / count,
            low: means[outside],
            high: means[RESAMPLES - 1 - outside],
        }
    }
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
    fn below(&mut self, bound: usize) -> u32 {
        let product = u128::from(self.next()) * bound as u128;
        u32::try_from(product >> 64).unwrap_or(u32::MAX)
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

    #[test]
    fn what_never_varies_has_no_width() {
        let draws = Draws::new(3, 1);
        let estimate = draws.estimate(&[0.5, 0.5, 0.5]);
        assert_eq!(
            (estimate.value, estimate.low, estimate.high),
            (0.5, 0.5, 0.5)
        );
        assert!(estimate.resolved());
        let none = Draws::new(0, 1).estimate(&[]);
        assert!(!none.resolved());
    }

    /// Of two tasks, both are drawn alike in a quarter of the draws each.
    #[test]
    fn two_tasks_resolve_nothing() {
        let estimate = Draws::new(2, 7).estimate(&[0.0, 1.0]);
        assert_eq!(
            (estimate.value, estimate.low, estimate.high),
            (0.5, 0.0, 1.0)
        );
        assert!(!estimate.resolved());
    }

    /// A share of a half among 400 has a standard error of 0.025.
    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        let values: Vec<f64> = (0..400).map(|task| f64::from(task % 2)).collect();
        let estimate = Draws::new(400, 3).estimate(&values);
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
        let values: Vec<f64> = (0..30).map(|task| f64::from(task % 4)).collect();
        let estimate = |seed| Draws::new(30, seed).estimate(&values);
        assert_eq!(estimate(5), estimate(5));
        assert_ne!(Draws::new(30, 5).tasks, Draws::new(30, 6).tasks);
    }
}
