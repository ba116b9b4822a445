//! Where pieces can go: steps (Q6), hops (Q7) and the squares that jump paths reach (Q8).
//!
//! The piece that is jumped over is never one whose square the jumper could land on (see [`super::lattice`]). Hence
//! neither the start square nor the piece on its way changes which hops there are, and what is worked out once for a
//! position holds for every piece and every jump path in it.
//! Any path that meets itself can be cut short, so reachable squares are found square by square;
//! nothing here lists paths.

use super::lattice::Lattices;
use super::mask::Mask;
use super::nodes::{Class, Nodes, Split};
use super::square::Square;
use super::turn::Path;

/// The steps that a piece can make from `from`.
pub(super) fn steps(from: Square, empty: Mask) -> Mask {
    Mask::around(from) & empty
}

/// The hops that the pieces on the board allow.
#[derive(Clone, Copy)]
pub(super) struct Hops(Lattices);

impl Hops {
    /// The hops on a board where no piece stands on `free`.
    pub(super) fn new(free: &Split) -> Hops {
        Hops(Lattices::new(free))
    }

    /// Where single hops from a square land.
    pub(super) fn landings(&self, from: Square) -> Mask {
        let class = Class::of(from);
        self.0.of(class).landings(Nodes::of(from)).in_class(class)
    }

    /// The squares that one or more hops from `from` reach, without landing on any of `forbidden`.
    pub(super) fn reach(&self, from: Square, forbidden: Mask) -> Mask {
        let class = Class::of(from);
        let lattice = self.0.of(class).without(Split::from(forbidden).of(class));
        lattice.reach(Nodes::of(from)).in_class(class)
    }
}

/// The canonical jump path to each square that can be reached: the shortest, and among those the smallest byte
/// by byte.
pub(super) struct JumpTree {
    class: Class,
    /// By the number of a node: the nodes to which the canonical paths through it go next.
    next: [Nodes; 32],
}

impl JumpTree {
    /// Breadth-first from the end of `path`, landing nowhere on it: squares in byte order, the first arrival wins.
    pub(super) fn new(hops: &Hops, path: &Path) -> JumpTree {
        let class = Class::of(path.end());
        let lattice = hops.0.of(class);
        let mut seen = path.squares().iter().fold(Nodes(0), |seen, &square| seen | Nodes::of(square));
        let mut tree = JumpTree { class, next: [Nodes(0); 32] };
        // No lattice has more nodes.
        let mut queue = [Nodes::of(path.end()); 20];
        let (mut head, mut tail) = (0, 1);
        while head < tail {
            let from = queue[head];
            head += 1;
            let landings = lattice.landings(from) - seen;
            seen |= landings;
            tree.next[number_of(from)] = landings;
            for to in landings.each() {
                queue[tail] = to;
                tail += 1;
            }
        }
        tree
    }

    /// The squares to which the canonical paths through `from` go next: none after a step, which leaves the lattice.
    pub(super) fn branches(&self, from: Square) -> impl Iterator<Item = Square> {
        let within = Class::of(from) == self.class;
        let next = if within { self.next[number_of(Nodes::of(from))] } else { Nodes(0) };
        next.each().filter_map(|node| node.first_in(self.class))
    }
}

/// The number of a node, 0 to 19.
fn number_of(node: Nodes) -> usize {
    node.0.trailing_zeros() as usize & 31
}

/// The canonical path by which a piece that can go from one square to another goes there; `None` if it cannot.
///
/// A hop back is a hop too, so the nodes are parted by how many hops they are away from the end. The path goes from
/// each to the lowest of those that are one hop nearer.
pub(super) fn canonical_path(from: Square, to: Square, board: &Lattices) -> Option<Path> {
    let (class, start) = (Class::of(from), Nodes::of(from));
    if class != Class::of(to) {
        return Some(Path::at(from).to(to));
    }
    let lattice = board.of(class);
    let mut rings = [Nodes::of(to); Path::LONGEST];
    let (mut seen, mut last) = (rings[0], 0);
    while (lattice.landings(start) & rings[last]).is_empty() {
        let ring = lattice.landings(rings[last]) - seen;
        if ring.is_empty() {
            return None;
        }
        seen |= ring;
        last += 1;
        *rings.get_mut(last)? = ring;
    }
    let (mut path, mut at) = (Path::at(from), start);
    for &nearer in rings[..=last].iter().rev() {
        at = (lattice.landings(at) & nearer).lowest();
        path.push(at.first_in(class)?);
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::{Hops, JumpTree, Mask, Path, Split, Square};

    fn squares(words: &str) -> Mask {
        words.split(' ').filter_map(Square::parse).collect()
    }

    fn free_but(occupied: Mask) -> Split {
        Split::from(!occupied)
    }

    fn square(word: &str) -> Square {
        Square::parse(word).unwrap()
    }

    #[test]
    fn q7_a_hop_goes_over_one_piece_to_the_square_right_behind_it() {
        let hops = Hops::new(&free_but(squares("d4 e4 c5 c3 b3 e5 f6")));
        let landings = hops.landings(square("d4"));
        assert_eq!(landings, squares("f4 b6 b2"));
    }

    #[test]
    fn q7_hops_stay_on_the_board_on_every_edge() {
        for from in Square::all() {
            let hops = Hops::new(&free_but(Mask::around(from).with(from)));
            let far: Mask = Square::all().filter(|&to| from.between(to).is_some()).collect();
            assert_eq!(hops.landings(from), far, "{from}");
        }
    }

    #[test]
    fn q8_a_path_may_turn_and_the_shortest_smallest_one_is_canonical() {
        let hops = Hops::new(&free_but(squares("c3 c4 d5 e4 d3")));
        assert_eq!(hops.reach(square("c3"), squares("c3")), squares("e3 c5 e5"));
        let tree = JumpTree::new(&hops, &Path::at(square("c3")));
        let next = |from| tree.branches(square(from)).collect::<Mask>();
        assert_eq!(next("c3"), squares("c5 e3"));
        assert_eq!(next("c5"), squares("e5"));
        assert_eq!(next("e3"), Mask::EMPTY);
    }
}
