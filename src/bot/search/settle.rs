//! What is settled at the root before anything is guessed: wins at once, turns that lose, wins in two turns.
//!
//! Every legal turn is looked at where there are few enough of them, whatever the limits.

use super::tree::{Ended, Tree, WON};
use crate::game::{Breadth, Candidate, Code, Searched, Worth, generator, shuffle};

/// How many turns of the root are looked at beyond what is settled about all of them.
const ROOT_WIDTH: usize = 100;

/// What is known of the root.
pub(super) enum Settled {
    /// The turn to play, and what is expected to follow.
    Line { line: Vec<Code>, score: i32, depth: u8 },
    /// Turns to choose from, the most promising first, and what that seems to be worth.
    Open { turns: Vec<Code>, score: i32 },
}

/// Settles what can be; `None` if there is no turn.
pub(super) fn settle<G: Searched>(
    position: &G,
    seed: u64,
    deepest: u8,
    tree: &mut Tree<'_>,
) -> Option<Settled> {
    let mut list = Vec::new();
    let looked = position.candidates(breadth(position), &mut list);
    let under_way = tree.looked(looked.nodes);
    // What seems worth the same comes in an order drawn from the seed.
    shuffle(&mut generator(seed ^ position.key()), &mut list);
    list.sort_by_key(|candidate| std::cmp::Reverse(value(candidate.worth)));
    let first = *list.first()?;
    let score = value(first.worth);
    let at_once = |score| Some(Settled::Line { line: vec![first.code], score, depth: 1 });
    match first.worth {
        Worth::Win | Worth::Loss => return at_once(score),
        Worth::Draw | Worth::Guess(_) if deepest < 2 => return at_once(score),
        Worth::Draw | Worth::Guess(_) => {}
    }
    list.retain(|candidate| candidate.worth != Worth::Loss);
    let settled = under_way.and_then(|()| look_ahead(position, &mut list, deepest, tree));
    Some(match settled {
        Ok(Some(settled)) => settled,
        Ok(None) | Err(Ended) => Settled::Open { turns: narrowed(&list), score },
    })
}

/// All turns where they are few enough, or a few times as many, since a reply may leave more than there were.
fn breadth<G: Searched>(position: &G) -> Breadth {
    if position.count(&G::Pending::default()) <= 4 * G::EXACT { Breadth::All } else { Breadth::Best }
}

fn value(worth: Worth) -> i32 {
    match worth {
        Worth::Win => WON - 1,
        Worth::Loss => 1 - WON,
        Worth::Draw => 0,
        Worth::Guess(guess) => guess,
    }
}

/// The first of some turns in order, and one that draws if any does: all that draw are worth the same.
fn narrowed(list: &[Candidate]) -> Vec<Code> {
    let draws = |candidate: &&Candidate| candidate.worth == Worth::Draw;
    let others = list.iter().filter(|candidate| !draws(candidate));
    let mut kept: Vec<&Candidate> = others.take(ROOT_WIDTH).collect();
    if let Some(draw) = list.iter().find(draws) {
        let at = kept.partition_point(|candidate| value(candidate.worth) >= 0);
        kept.insert(at, draw);
    }
    kept.into_iter().map(|candidate| candidate.code).collect()
}

/// Looks for what the opponent wins at once, and for a win that no reply prevents.
fn look_ahead<G: Searched>(
    position: &G,
    list: &mut Vec<Candidate>,
    deepest: u8,
    tree: &mut Tree<'_>,
) -> Result<Option<Settled>, Ended> {
    let only_safe = safe(position, list, tree)?;
    if only_safe.is_empty() {
        let line = vec![list[0].code];
        return Ok(Some(Settled::Line { line, score: 2 - WON, depth: 2 }));
    }
    *list = only_safe;
    if list.iter().all(|candidate| candidate.worth == Worth::Draw) {
        let line = vec![list[0].code];
        return Ok(Some(Settled::Line { line, score: 0, depth: 2 }));
    }
    if deepest < 3 {
        return Ok(None);
    }
    let mut replies = Vec::new();
    let mut refuting = Code::default();
    for candidate in list.iter().filter(|candidate| candidate.worth != Worth::Draw) {
        let next = position.after(candidate.code);
        if !refuted(&next, &mut replies, &mut refuting, tree)? {
            let line = vec![candidate.code];
            return Ok(Some(Settled::Line { line, score: WON - 3, depth: 3 }));
        }
    }
    if let [only] = list.as_slice() {
        let line = vec![only.code];
        return Ok(Some(Settled::Line { line, score: value(only.worth), depth: 3 }));
    }
    Ok(None)
}

/// The turns after which the opponent cannot win at once.
fn safe<G: Searched>(position: &G, list: &[Candidate], tree: &mut Tree<'_>) -> Result<Vec<Candidate>, Ended> {
    let mut safe = Vec::new();
    for candidate in list {
        let (wins, nodes) = match candidate.worth {
            Worth::Guess(_) => position.after(candidate.code).wins_at_once(),
            Worth::Draw | Worth::Win | Worth::Loss => (false, 1),
        };
        if !wins {
            safe.push(*candidate);
        }
        tree.looked(nodes)?;
    }
    Ok(safe)
}

/// Whether the player whose turn it is has a turn after which the other one cannot win at once. `refuting` is a
/// reply that has done so elsewhere, and is tried first.
fn refuted<G: Searched>(
    position: &G,
    replies: &mut Vec<Candidate>,
    refuting: &mut Code,
    tree: &mut Tree<'_>,
) -> Result<bool, Ended> {
    if let Some(idle) = G::IDLE {
        let (wins, nodes) = position.after(idle).wins_at_once();
        tree.looked(nodes)?;
        if !wins {
            return Ok(true);
        }
    }
    let looked = position.candidates(breadth(position), replies);
    tree.looked(looked.nodes)?;
    if let Some(at) = replies.iter().position(|reply| reply.code == *refuting) {
        replies.swap(0, at);
    }
    for reply in replies.iter() {
        let (wins, nodes) = match reply.worth {
            Worth::Win | Worth::Draw => (false, 1),
            Worth::Loss => (true, 1),
            Worth::Guess(_) => position.after(reply.code).wins_at_once(),
        };
        tree.looked(nodes)?;
        if !wins {
            *refuting = reply.code;
            return Ok(true);
        }
    }
    Ok(!looked.complete)
}
