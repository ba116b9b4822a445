//! The lists and counts of legal turns, movements, next squares and chains.
//!
//! Turns are counted by start, end and chain. Every list comes in byte order by the way it is walked: a square
//! before its branches (`-` is below `x`), the branches before the chains, lower squares before higher ones.

use super::arrivals::Arrivals;
use super::chain::{ChainSpan, Links};
use super::lattice::Lattices;
use super::mask::Mask;
use super::movement::{Hops, JumpTree, steps};
use super::nodes::Split;
use super::notation::TurnText;
use super::pending::Pending;
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::Square;
use super::turn::{Path, Turn};
use crate::game::{Next, NextKind};
use std::ops::ControlFlow;

/// A movement of the list on its way, as the turn that is nothing else.
pub(super) enum Visit<'v> {
    /// Before the longer movements that begin with it.
    Enter(&'v Turn),
    /// The same movement, after those.
    Leave(&'v mut Turn),
}

impl Position {
    /// The number of legal turns that begin with `pending`.
    pub(super) fn count_from(&self, pending: &Pending) -> u64 {
        let Turn { movement, chain } = pending.0;
        let (None, Some(path)) = (chain, movement) else {
            return if chain.is_some() { 1 } else { self.count_all() };
        };
        let Some(number) = self.mover().number_on(path.start()) else {
            return 0;
        };
        let ends = self.further_ends(&path).with(path.end());
        Arrivals::new(self.mover(), self.mover().links(), number).count(ends).into()
    }

    /// The squares where a movement can still end, beyond where it is now.
    pub(super) fn further_ends(&self, path: &Path) -> Mask {
        if path.is_step() {
            return Mask::EMPTY;
        }
        Hops::new(&self.free()).reach(path.end(), path.landed())
    }

    /// Visits the movements that begin with what is pending, those of one piece alone where `from` is given.
    pub(super) fn walk_movements(
        &self,
        pending: &Pending,
        from: Option<Square>,
        visit: &mut impl FnMut(Visit<'_>),
    ) {
        let hops = Hops::new(&self.free());
        let wanted = |start: Square| from.is_none_or(|from| from == start);
        if let Some(path) = pending.0.movement {
            let mut turn = pending.0.without_chain();
            match pending.0.chain {
                _ if !wanted(path.start()) => {}
                None if !path.is_step() => {
                    walk_tree(&JumpTree::new(&hops, &path), path.end(), &mut turn, visit);
                }
                None | Some(_) => {
                    visit(Visit::Enter(&turn));
                    visit(Visit::Leave(&mut turn));
                }
            }
        } else if pending.0.chain.is_none() {
            let empty = Mask::from(self.free());
            for start in Mask::from(self.mover().occupied()).iter().filter(|&s| wanted(s)) {
                let path = Path::at(start);
                let (tree, mut turn) = (JumpTree::new(&hops, &path), Turn::movement_alone(path));
                let first_hops: Mask = tree.branches(start).collect();
                for to in (steps(start, empty) | first_hops).iter() {
                    turn.while_on(to, |turn| walk_tree(&tree, to, turn, visit));
                }
            }
        }
    }

    /// Visits the legal turns that begin with what is pending, in byte order.
    pub(super) fn walk_turns(&self, pending: &Pending, from: Option<Square>, visit: &mut impl FnMut(&Turn)) {
        let Turn { movement, chain } = pending.0;
        if chain.is_some() {
            if from.is_none() || from == movement.map(|path| path.start()) {
                visit(&pending.0);
            }
            return;
        }
        let links = self.mover().links();
        // The links after a movement of the piece that was met last; its movements come one after the other.
        let mut arrivals: Option<(Square, Arrivals)> = None;
        self.walk_movements(pending, from, &mut |at| match at {
            Visit::Enter(turn) => visit(turn),
            Visit::Leave(turn) => {
                let Some((start, end)) = turn.identity().ends else { return };
                if arrivals.as_ref().is_none_or(|(of, _)| *of != start) {
                    let number = self.mover().number_on(start);
                    arrivals = number.map(|n| (start, Arrivals::new(self.mover(), links, n)));
                }
                let links = arrivals.as_ref().map_or(links, |(_, arrivals)| arrivals.at(end));
                if links.count_chains() > 0 {
                    links.chains().for_each(|chain| turn.while_without(chain, &mut *visit));
                }
            }
        });
        if movement.is_none() && from.is_none() {
            let mut turn = Turn::PASS;
            visit(&turn);
            links.chains().for_each(|chain| turn.while_without(chain, &mut *visit));
        }
    }

    /// Visits the single steps and hops that can be chosen next.
    pub(super) fn walk_next(
        &self,
        pending: &Pending,
        from: Option<Square>,
        visit: &mut dyn FnMut(Next<Square>),
    ) {
        if pending.0.chain.is_some() {
            return;
        }
        let hops = Hops::new(&self.free());
        let mut list = |at: Square, near: Mask, far: Mask| {
            for to in (near | far).iter().filter(|_| from.is_none_or(|from| from == at)) {
                let kind = if near.contains(to) { NextKind::Step } else { NextKind::Hop };
                visit(Next { from: at, to, kind });
            }
        };
        match pending.0.movement {
            Some(path) if path.is_step() => {}
            Some(path) => {
                let landings = hops.landings(path.end()) - path.landed();
                list(path.end(), Mask::EMPTY, landings);
            }
            None => {
                let empty = Mask::from(self.free());
                for at in Mask::from(self.mover().occupied()).iter() {
                    list(at, steps(at, empty), hops.landings(at));
                }
            }
        }
    }

    /// Whether a step, a hop or a chain can be added to what is pending (with nothing pending: Q11).
    pub(super) fn can_add(&self, pending: &Pending) -> bool {
        let chains = || self.mover_after(&pending.0).links().count_chains();
        pending.0.chain.is_none() && (self.can_move_on(pending.0.movement) || chains() > 0)
    }

    fn can_move_on(&self, movement: Option<Path>) -> bool {
        let free = self.free();
        match movement {
            Some(path) if path.is_step() => false,
            Some(path) => !(Hops::new(&free).landings(path.end()) - path.landed()).is_empty(),
            None => {
                let mut squares = self.mover().pieces().map(|(_, at)| at);
                let can_hop = || !(Lattices::new(&free).hoppers() & self.mover().occupied()).is_empty();
                squares.any(|at| !(Split::around(at) & free).is_empty()) || can_hop()
            }
        }
    }

    /// Visits the position after each legal turn, every square reached by one path.
    pub(super) fn each_successor(
        &self,
        visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mover = self.mover();
        let links = mover.links();
        let free = self.free();
        let board = Lattices::new(&free);
        let mut next = self.after(*mover, false);
        visit(&next)?;
        self.each_removal(mover, links, visit)?;
        for (number, from) in mover.pieces() {
            let arrivals = Arrivals::new(mover, links, number);
            for to in board.ends(from, &free).squares() {
                next.armies[self.side].bring(number, to);
                visit(&next)?;
                if arrivals.turns_at(to) > 1 {
                    self.each_removal(&next.armies[self.side], arrivals.at(to), visit)?;
                }
            }
            next.armies[self.side] = *mover;
        }
        ControlFlow::Continue(())
    }

    /// Visits the position after the removal of each chain of `army`, whose links are `links`.
    fn each_removal(
        &self,
        army: &Army,
        links: Links,
        visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let starts = |low: &PieceNumber| {
            links.has_pair(*low) && low.next().is_some_and(|second| links.has_pair(second))
        };
        let mut next = self.after(*army, true);
        for low in PieceNumber::all().filter(starts) {
            next.armies[self.side] = *army;
            next.armies[self.side].take(low);
            let mut high = low;
            while links.has_pair(high)
                && let Some(higher) = high.next()
            {
                next.armies[self.side].take(higher);
                high = higher;
                if links.chain(ChainSpan::new(low, high)).is_some() {
                    visit(&next)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Visits those turns of a list that follow `after` until told to stop, and counts them all.
///
/// A turn that is in the list stands where it stands there, however its path is written; any other text stands
/// where its bytes would put it.
pub(super) fn list(
    after: Option<TurnText<'_>>,
    walk: impl Fn(&mut dyn FnMut(&Turn)),
    visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>,
) -> u64 {
    let anchor = after.map(|text| {
        let (mut listed, wanted) = (None, text.identity());
        walk(&mut |turn| {
            if turn.identity() == wanted {
                listed = Some(turn.to_string());
            }
        });
        listed.unwrap_or_else(|| text.to_string())
    });
    let (mut matching, mut flow) = (0, ControlFlow::Continue(()));
    let mut take = |turn: &Turn| {
        matching += 1;
        if flow.is_continue() {
            flow = visit(turn);
        }
    };
    match anchor {
        None => walk(&mut take),
        Some(anchor) => walk(&mut |turn| {
            if turn.to_string() > anchor {
                take(turn);
            }
        }),
    }
    matching
}

/// Visits a movement whose piece has come to `at`, and the longer ones that begin with it.
fn walk_tree(tree: &JumpTree, at: Square, turn: &mut Turn, visit: &mut impl FnMut(Visit<'_>)) {
    visit(Visit::Enter(turn));
    for to in tree.branches(at) {
        turn.while_on(to, |turn| walk_tree(tree, to, turn, visit));
    }
    visit(Visit::Leave(turn));
}
