//! Weights for tailored places: each run of them between two of the root's gets weights from the room between (LDML
//! part 5, "Collation element weights").

use super::super::ce::{self, BEFORE, COMMON, Ce, TERTIARY_MASK};
use super::super::root::Root;
use super::places::{Id, Level, Places};
use super::root_elements::RootElements;
use super::weights::{Bytes, Weights};

/// Quaternary differences have two bits.
const QUATERNARIES: u64 = 3;

/// Gives the final CE of every place, by its number; of root places that of nothing.
pub(crate) fn number(places: &Places, root: &Root) -> Result<Vec<Ce>, &'static str> {
    let mut numbering = Numbering { places, root, elements: RootElements::new(root), ces: vec![0; places.len()] };
    for (primary, id) in places.root_primaries() {
        let start = Way { root_primary: primary, weights: [0; 4], is_tailored: false };
        numbering.row(id, start)?;
    }
    Ok(numbering.ces)
}

struct Numbering<'p, 'r> {
    places: &'p Places,
    root: &'r Root,
    elements: RootElements<'r>,
    ces: Vec<Ce>,
}

/// How a place is reached: its weights by level, and whether one of these is tailored.
#[derive(Clone, Copy)]
struct Way {
    root_primary: u32,
    weights: [u32; 4],
    is_tailored: bool,
}

impl Way {
    fn with(mut self, level: Level, weight: u32) -> Way {
        if let Some(slot) = self.weights.get_mut(level as usize) {
            *slot = weight;
        }
        self
    }

    fn ce(&self) -> Ce {
        let [primary, secondary, tertiary, quaternary] = self.weights;
        ce::make(primary, secondary, tertiary | quaternary << 6)
    }
}

impl Numbering<'_, '_> {
    /// The places of one parent, from the first one, and all that belong to them.
    fn row(&mut self, first: Id, way: Way) -> Result<(), &'static str> {
        let places = self.places;
        let (mut last, mut room) = (0, None);
        for id in places.row(first) {
            let place = places.get(id);
            let mut here = way;
            last = match place.weight {
                Some(weight) => {
                    room = None;
                    weight
                }
                None => {
                    here.is_tailored = true;
                    let room = match &mut room {
                        Some(room) => room,
                        None => room.insert(self.room(id, last, &way)?),
                    };
                    room.next().unwrap_or(0)
                }
            };
            here = here.with(place.level, last);
            self.below(id, here, place.weight.is_none())?;
        }
        Ok(())
    }

    fn below(&mut self, id: Id, way: Way, is_tailored: bool) -> Result<(), &'static str> {
        let place = self.places.get(id);
        let usual = self.places.usual_weight(id);
        let way = match place.level {
            // Under an ignorable secondary there is an ignorable tertiary.
            Level::Primary => way.with(Level::Secondary, usual).with(Level::Tertiary, usual).with(Level::Quaternary, 0),
            Level::Secondary => way.with(Level::Tertiary, usual).with(Level::Quaternary, 0),
            Level::Tertiary => way.with(Level::Quaternary, 0),
            _ => way,
        };
        if is_tailored && let Some(slot) = self.ces.get_mut(id as usize) {
            *slot = way.ce();
        }
        if place.first == 0 { Ok(()) } else { self.row(place.first, way) }
    }

    /// Weights for the run of tailored places that begins here, after a weight on their level.
    fn room(&self, id: Id, after: u32, way: &Way) -> Result<Weights, &'static str> {
        let places = self.places;
        let count = places.row(id).take_while(|&id| places.get(id).weight.is_none()).count() as u64;
        match places.get(id).level {
            Level::Primary => {
                let bytes = Bytes::primary(self.root.is_compressible(after));
                let limit = self.elements.primary_after(after);
                Weights::between(bytes, after, limit, count).ok_or("the primary gap is too small")
            }
            Level::Secondary => {
                let (from, limit) = self.secondary_room(after, way);
                Weights::between(Bytes::secondary(), from, limit, count).ok_or("the secondary gap is too small")
            }
            Level::Tertiary => {
                let (from, limit) = self.tertiary_room(after, way);
                Weights::between(Bytes::tertiary(), from, limit, count).ok_or("the tertiary gap is too small")
            }
            _ if count > QUATERNARIES => Err("there is room for three quaternary differences only"),
            _ => Ok(Weights::counting(QUATERNARIES)),
        }
    }

    fn secondary_room(&self, after: u32, way: &Way) -> (u32, u32) {
        let elements = &self.elements;
        let limit = match (after, way.is_tailored) {
            (0, _) => return (elements.secondary_boundary() - 0x100, (elements.first_secondary_ce() >> 16) as u32),
            (_, false) => elements.secondary_after(way.root_primary, after),
            (BEFORE, _) => COMMON,
            _ => elements.secondary_boundary(),
        };
        // Keys need the values above the common weight for runs of it.
        (if after == COMMON { elements.last_common_secondary() } else { after }, limit)
    }

    fn tertiary_room(&self, after: u32, way: &Way) -> (u32, u32) {
        let elements = &self.elements;
        let [_, secondary, ..] = way.weights;
        match (after, way.is_tailored) {
            (0, _) => (elements.tertiary_boundary() - 0x100, elements.first_tertiary_ce() as u32 & TERTIARY_MASK),
            (_, false) => (after, elements.tertiary_after(way.root_primary, secondary, after)),
            (BEFORE, _) => (after, COMMON),
            _ => (after, elements.tertiary_boundary()),
        }
    }
}
