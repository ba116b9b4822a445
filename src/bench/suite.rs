//! The positions that are measured, and how deep.

use crate::any::GameKind;

/// Positions of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suite {
    pub(super) game: GameKind,
    pub(super) kind: &'static str,
    /// How many turns deep sequences are counted.
    pub(super) perft: u8,
    /// The same where every last turn is played.
    pub(super) leaves: u8,
    /// How many random games are played from each position.
    pub(super) games: u32,
    pub(super) positions: &'static [&'static str],
}

/// Everything that is measured. A change here changes the signature.
pub(super) const SUITES: [Suite; 4] = [
    Suite {
        game: GameKind::Querni,
        kind: "start",
        perft: 4,
        leaves: 3,
        games: 5_000,
        positions: &[
            "querni:1ofdmjlpg1/1enacihbk1/10/10/10/1LKNCJDGM1/1EHOAPFIB1:b:0/30:1",
            "querni:1ofcpiehg1/1mdklnjba1/10/10/10/1AEPBKGOC1/1FHIDJLMN1:b:0/30:1",
        ],
    },
    Suite {
        game: GameKind::Querni,
        kind: "scatter",
        perft: 4,
        leaves: 3,
        games: 5_000,
        positions: &["querni:hkj2c4/p1b3EM1e/1FnN2LD1O/3m3gJd/I2G2iBf1/2l3A1o1/2a1P2CHK:r:0/30:30"],
    },
    Suite {
        game: GameKind::Qawale,
        kind: "start",
        perft: 5,
        leaves: 4,
        games: 20_000,
        positions: &["qawale:nn,2,nn/4/4/nn,2,nn:l"],
    },
    Suite {
        game: GameKind::Qawale,
        kind: "middle",
        perft: 3,
        leaves: 3,
        games: 4_000,
        positions: &[
            "qawale:n,2,nnl/d,1,dn,nd/n,n,ll,ln/4:d",
            "qawale:nn,d,2/1,nl,dn,n/l,1,ll,d/nn,1,n,d:l",
            "qawale:3,n/nl,lndd,2/ln,1,n,1/dl,nd,1,nnl:d",
            "qawale:nn,1,n,1/l,1,nl,d/n,nln,dd,l/2,n,1:d",
            "qawale:n,nl,d,1/n,1,lnld,nl/1,n,d,1/d,2,nn:l",
            "qawale:d,l,2/nn,dnn,2/1,dll,d,n/1,nl,l,nn:d",
            "qawale:nn,2,ld/d,l,nl,nnd/1,n,1,nl/1,n,2:d",
            "qawale:d,ln,dl,1/nd,l,1,n/nd,1,nn,1/nn,1,l,1:l",
            "qawale:1,n,2/d,dnn,1,n/lddl,ll,l,1/1,n,n,nn:d",
            "qawale:nn,1,nl,d/1,l,lln,d/1,nn,nd,1/1,n,2:d",
        ],
    },
];
