import t from 'tap'
import { changedFields, mergeEdits } from './merge-edits.ts'

const base = { name: 'Cup', brand: 'A', price: 10, isMainImage: false }

t.test('given edits, when they are saved, then only what differs is sent, emptied fields too', async (t) => {
  t.same(changedFields(base, { ...base, brand: '', price: 12 }), { brand: '', price: 12 })
  t.same(changedFields(base, base), {})
})

t.test('given two people who change different fields, when the edits are merged, then both are kept', async (t) => {
  const merge = mergeEdits({ base, mine: { ...base, name: 'Mug' }, theirs: { ...base, price: 12 } })
  t.same(merge, { values: { ...base, name: 'Mug', price: 12 }, taken: [{ field: 'price', theirs: 12 }], conflicts: [] })
})

t.test('given two people who change the same field, when the edits are merged, then both values are shown', async (t) => {
  const merge = mergeEdits({ base, mine: { ...base, name: 'Mug', brand: 'B' }, theirs: { ...base, name: 'Glass', brand: 'B' } })
  t.same(merge.conflicts, [{ field: 'name', mine: 'Mug', theirs: 'Glass' }])
  t.same(merge.taken, [], 'what both have changed alike is no conflict')
  t.equal(merge.values.name, 'Mug')
})
