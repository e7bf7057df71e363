//! The order of all places that a rule set knows, as trees: one for each root primary that rules touch, which is followed
//! by the primaries tailored after it. Under a primary stand its secondaries, under those their tertiaries, under those
//! their quaternaries (LDML part 5, "Tailoring": a relation differs from its reset on one level).
//!
//! Every place stands for a *usual* one on the next level too, that of the common weight; it is made when something is to
//! be put beside it. A place that the root has carries its weight, a tailored one gets its weight at the end.

use std::collections::BTreeMap;

use super::super::ce::COMMON;

/// The difference between two places, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Primary,
    Secondary,
    Tertiary,
    Quaternary,
    Identical,
}

impl Level {
    fn below(self) -> Level {
        match self {
            Level::Primary => Level::Secondary,
            Level::Secondary => Level::Tertiary,
            Level::Tertiary => Level::Quaternary,
            _ => Level::Identical,
        }
    }
}

/// A place by its number; 0 is none.
pub(crate) type Id = u32;

/// A place and its neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) level: Level,
    /// Its weight, if it is the root's: 32 bits of a primary, 16 of others.
    pub(crate) weight: Option<u32>,
    /// The place one level up that it belongs to; none for primaries.
    pub(crate) parent: Id,
    /// Its neighbours with the same parent.
    pub(crate) before: Id,
    pub(crate) after: Id,
    /// The first place one level down.
    pub(crate) first: Id,
    /// The row that it stands in: its number in [`Places::rows`], 0 for one of its own.
    row: usize,
}

/// All places.
#[derive(Debug)]
pub(crate) struct Places {
    all: Vec<Place>,
    /// The last place of each row: of those with one parent, or of a root primary and those tailored after it.
    rows: Vec<Id>,
    /// The places of root weights that have been asked for, by parent.
    of_weights: BTreeMap<(Id, u32), Id>,
}

const NOWHERE: Place = Place { level: Level::Primary, weight: None, parent: 0, before: 0, after: 0, first: 0, row: 0 };

impl Places {
    pub(crate) fn new() -> Places {
        Places { all: vec![NOWHERE], rows: vec![0], of_weights: BTreeMap::new() }
    }

    /// Number of places, with the one that is none.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The root's primaries, in no order that matters.
    pub(crate) fn root_primaries(&self) -> impl Iterator<Item = (u32, Id)> + '_ {
        self.of_weights.range((0, 0)..(1, 0)).map(|(&(_, primary), &id)| (primary, id))
    }

    pub(crate) fn get(&self, id: Id) -> Place {
        self.all.get(id as usize).copied().unwrap_or(NOWHERE)
    }

    fn change(&mut self, id: Id, change: impl FnOnce(&mut Place)) {
        if id != 0
            && let Some(place) = self.all.get_mut(id as usize)
        {
            change(place);
        }
    }

    /// Puts a new place between two neighbours, of which one or both may be none. With none it begins a row.
    fn put(&mut self, mut place: Place) -> Id {
        let id = self.all.len() as Id;
        if place.row == 0 {
            place.row = self.rows.len();
            self.rows.push(id);
        }
        if place.after == 0
            && let Some(last) = self.rows.get_mut(place.row)
        {
            *last = id;
        }
        if let Some(weight) = place.weight {
            self.of_weights.insert((place.parent, weight), id);
        }
        self.all.push(place);
        if place.before == 0 {
            self.change(place.parent, |parent| parent.first = id);
        }
        self.change(place.before, |before| before.after = id);
        self.change(place.after, |after| after.before = id);
        id
    }

    /// The place of a root primary.
    pub(crate) fn primary(&mut self, primary: u32) -> Id {
        let known = self.of_weight(0, primary);
        known.unwrap_or_else(|| self.put(Place { weight: Some(primary), ..NOWHERE }))
    }

    /// The place of a root weight under a parent, 0 for primaries, if it has been asked for.
    fn of_weight(&self, parent: Id, weight: u32) -> Option<Id> {
        self.of_weights.get(&(parent, weight)).copied()
    }

    /// The next lower root weight beside a place that has been asked for.
    pub(crate) fn known_before(&self, id: Id) -> Option<u32> {
        let place = self.get(id);
        let mut lower = self.of_weights.range((place.parent, 0)..(place.parent, place.weight?));
        lower.next_back().map(|(&(_, weight), _)| weight)
    }

    /// The weight of the usual place under a place: the common one, but nothing under what the root ignores.
    pub(crate) fn usual_weight(&self, parent: Id) -> u32 {
        let place = self.get(parent);
        if place.weight == Some(0) || place.level == Level::Tertiary { 0 } else { COMMON }
    }

    /// The usual place under a place, if it has been made.
    pub(crate) fn known_usual(&self, parent: Id) -> Option<Id> {
        self.of_weight(parent, self.usual_weight(parent))
    }

    fn usual(&mut self, parent: Id) -> Id {
        if let Some(id) = self.known_usual(parent) {
            return id;
        }
        let (weight, level) = (self.usual_weight(parent), self.get(parent).level.below());
        self.put(Place { level, weight: Some(weight), parent, ..NOWHERE })
    }

    /// The place on a level that a place belongs to or stands for.
    pub(crate) fn on_level(&mut self, id: Id, level: Level) -> Id {
        let mut id = id;
        while self.get(id).level > level {
            id = self.get(id).parent;
        }
        while self.get(id).level < level {
            id = self.usual(id);
        }
        id
    }

    /// The place of a root weight under a place.
    pub(crate) fn root_weight(&mut self, parent: Id, weight: u32) -> Id {
        let usual = self.usual(parent);
        let reached = self.of_weights.range((parent, weight)..(parent + 1, 0)).next();
        match reached.map(|(&(_, known), &at)| (known, at)) {
            Some((known, at)) if known == weight => at,
            Some((_, at)) => self.put_root_before(at, weight),
            None => {
                let last = self.last_beside(usual);
                self.put(Place { before: last, first: 0, weight: Some(weight), ..self.get(last) })
            }
        }
    }

    /// A new place of a root weight right before a place.
    pub(crate) fn put_root_before(&mut self, id: Id, weight: u32) -> Id {
        self.put(Place { after: id, first: 0, weight: Some(weight), ..self.get(id) })
    }

    /// A new tailored place that differs from a place on a level, right after it.
    pub(crate) fn put_tailored(&mut self, id: Id, level: Level) -> Id {
        let before = self.on_level(id, level);
        self.put(Place { before, first: 0, weight: None, ..self.get(before) })
    }

    /// A place and those after it with the same parent.
    pub(crate) fn row(&self, first: Id) -> impl Iterator<Item = Id> + '_ {
        let there = |id: Id| (id != 0).then_some(id);
        std::iter::successors(there(first), move |&id| there(self.get(id).after))
    }

    /// The last place that belongs to a place, or that place.
    pub(crate) fn last_inside(&self, id: Id) -> Id {
        let mut id = id;
        while self.get(id).first != 0 {
            id = self.last_beside(self.get(id).first);
        }
        self.meant(id)
    }

    /// The last place that belongs to a place or stands after it under the same parent.
    pub(crate) fn last_of_row(&self, id: Id) -> Id {
        self.last_inside(self.last_beside(id))
    }

    /// The last place of the row that a place stands in.
    fn last_beside(&self, id: Id) -> Id {
        self.rows.get(self.get(id).row).copied().unwrap_or(id)
    }

    /// Whether a place is a usual one with nothing before it, so that its parent says it all.
    fn is_implied(&self, id: Id) -> bool {
        let place = self.get(id);
        place.parent != 0 && place.before == 0 && place.weight == Some(self.usual_weight(place.parent))
    }

    fn meant(&self, id: Id) -> Id {
        let mut id = id;
        while self.is_implied(id) {
            id = self.get(id).parent;
        }
        id
    }

    /// The next place in the order of all that belong to one root primary, implied ones skipped; 0 at the end.
    pub(crate) fn next(&self, id: Id) -> Id {
        let mut at = id;
        loop {
            let place = self.get(at);
            at = if place.first != 0 { place.first } else { self.next_outside(at) };
            if !self.is_implied(at) {
                return at;
            }
        }
    }

    fn next_outside(&self, id: Id) -> Id {
        let mut id = id;
        while id != 0 && self.get(id).after == 0 {
            id = self.get(id).parent;
        }
        self.get(id).after
    }

    /// Whether something stands before the usual place of a level that a stronger place stands for.
    pub(crate) fn has_before(&self, id: Id, level: Level) -> bool {
        let mut at = id;
        while self.get(at).level < level {
            match self.known_usual(at) {
                None => return false,
                Some(usual) if self.get(usual).before != 0 => return self.get(usual).level == level,
                Some(usual) => at = usual,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of one root primary in their order: level, and the root's weight or -1.
    fn order(places: &Places, first: Id) -> Vec<(Level, i64)> {
        let all = std::iter::successors(Some(first), |&id| Some(places.next(id)).filter(|&id| id != 0));
        all.map(|id| places.get(id)).map(|place| (place.level, place.weight.map_or(-1, i64::from))).collect()
    }

    #[test]
    fn tailored_places_stand_right_after_what_they_differ_from() {
        use Level::*;
        let mut places = Places::new();
        let root = places.primary(0x2A00_0000);
        let first = places.put_tailored(root, Primary);
        places.put_tailored(first, Tertiary);
        places.put_tailored(root, Secondary);
        places.put_tailored(first, Secondary);
        let expected = [(Primary, 0x2A00_0000), (Secondary, -1), (Primary, -1), (Tertiary, -1), (Secondary, -1)];
        assert_eq!(order(&places, root), expected);
    }

    #[test]
    fn weights_under_the_common_one_stand_before_it() {
        use Level::*;
        let mut places = Places::new();
        let root = places.primary(0x2A00_0000);
        let low = places.root_weight(root, 0x100);
        assert_eq!(places.root_weight(root, 0x100), low);
        let high = places.root_weight(root, 0x8000);
        assert_eq!(order(&places, root)[1..], [(Secondary, 0x100), (Secondary, 0x500), (Secondary, 0x8000)]);
        assert_eq!(places.last_of_row(low), high);
        assert!(places.has_before(root, Secondary) && !places.has_before(root, Tertiary));
    }
}
