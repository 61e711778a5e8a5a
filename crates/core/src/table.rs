//! A small map: rows in the order of their keys. It does what a tree would do for a few thousand rows at most, and its code is
//! a tenth of one, which counts where it is sent to a browser. It knows nothing of what it holds.

use alloc::vec::Vec;

/// Rows in the order of their keys, each key once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table<K, V> {
    rows: Vec<(K, V)>,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> Table<K, V> {
    /// No rows.
    pub const fn new() -> Self {
        Self { rows: Vec::new() }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Takes all rows away.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.rows.iter().map(|(key, value)| (key, value))
    }

    /// The rows, whose values can be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.rows.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The values, which can be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.rows.iter_mut().map(|(_, value)| value)
    }
}

impl<K: Ord, V> Table<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.find(key).ok().and_then(|at| self.rows.get(at)).map(|(_, value)| value)
    }

    /// The value of a key, which can be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.find(key).ok().and_then(|at| self.rows.get_mut(at)).map(|(_, value)| value)
    }

    /// Whether there is a row of this key.
    pub fn contains(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    /// Puts a value at a key; gives the one that was there.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => self.rows.get_mut(at).map(|row| core::mem::replace(&mut row.1, value)),
            Err(at) => {
                self.rows.insert(at, (key, value));
                None
            }
        }
    }

    /// The value of a key, made first if there is none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(at) => {
                self.rows.insert(at, (key, make()));
                at
            }
        };
        &mut self.rows[at].1
    }

    /// Takes the row of a key away; gives its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.find(key).ok().map(|at| self.rows.remove(at).1)
    }

    fn find(&self, key: &K) -> Result<usize, usize> {
        self.rows.binary_search_by(|(known, _)| known.cmp(key))
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(rows: I) -> Self {
        let mut table = Self::new();
        for (key, value) in rows {
            table.insert(key, value);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    /// The same as a tree after every one of many insertions, removals and lookups in a mixed order.
    #[test]
    fn it_does_what_a_tree_does() {
        let (mut table, mut tree) = (Table::new(), BTreeMap::new());
        let mut word = 1u32;
        for round in 0..4000 {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = (word >> 20) % 97;
            match (word >> 10) % 4 {
                0 => assert_eq!(table.remove(&key), tree.remove(&key)),
                1 => *table.or_insert_with(key, || 7) += 1,
                _ => assert_eq!(table.insert(key, round), tree.insert(key, round)),
            }
            if (word >> 10) % 4 == 1 {
                *tree.entry(key).or_insert(7) += 1;
            }
            assert_eq!((table.get(&key), table.contains(&key)), (tree.get(&key), tree.contains_key(&key)));
        }
        assert_eq!(table.iter().collect::<Vec<_>>(), tree.iter().collect::<Vec<_>>());
        assert_eq!((table.len(), table.is_empty()), (tree.len(), false));
        let again: Table<_, _> = tree.iter().rev().map(|(key, value)| (*key, *value)).collect();
        assert_eq!(again, table);
    }
}
