//! Numbers that look random and stay as they are.

/// `SplitMix64` by Steele, Lea and Flood (2014). What a crate draws may change with a release, and the
/// log with it.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one call of one tool, so that a tool that changes leaves the calls of the others
    /// alone.
    pub(crate) fn of(tool: &str, call: u64) -> Self {
        let name = tool.bytes().fold(0_u64, |sum, byte| {
            sum.wrapping_mul(257).wrapping_add(u64::from(byte))
        });
        let mut random = Self(name);
        let start = random.next() ^ call.wrapping_mul(0xd134_2543_de82_ef95);
        Self(start)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// One of several; `None` where there is none.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let bound = u64::try_from(from.len()).ok().filter(|bound| *bound > 0)?;
        usize::try_from(self.below(bound))
            .ok()
            .and_then(|at| from.get(at))
    }
}
