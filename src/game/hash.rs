//! The 64-bit hash of a position: FNV-1a over the bytes of its text, so that any program can compute it.

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The hash of a position's text: the same in every run and every release of one major version.
pub fn hash_of_text(position: &str) -> u64 {
    position.bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::hash_of_text;

    #[test]
    fn it_is_fnv_1a_as_published() {
        assert_eq!(hash_of_text(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_of_text("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash_of_text("foobar"), 0x8594_4171_f739_67e8);
    }
}
