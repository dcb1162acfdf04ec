import t from 'tap'
import { compareEdits, isDecided, mergedEdit, mergedTags } from './merge-edits.ts'
import { type Edit, type FieldName, fieldNames } from './order-edit.ts'

const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Edit['fields']
const base: Edit = {
  fields: { ...empty, customerName: 'Kari', customerPhone: '1', 'billing.city': 'Oslo' },
  tags: ['vip', 'old'],
  isPriority: false,
}
const edit = (fields: Partial<Record<FieldName, string>>, others: Partial<Edit> = {}): Edit => ({
  ...base,
  ...others,
  fields: { ...base.fields, ...fields },
})

t.test('given two people who change different fields, when their edits are merged, then both are kept', async (t) => {
  const both = { base, theirs: edit({ customerPhone: '2' }), mine: edit({ 'billing.city': 'Bergen' }) }
  const merge = compareEdits(both)
  t.same(
    merge.differences.map(({ name, changedBy }) => [name, changedBy]),
    [
      ['customerPhone', 'theirs'],
      ['billing.city', 'mine'],
    ],
  )
  t.ok(isDecided(merge, {}))
  t.same(mergedEdit(both, {}), edit({ customerPhone: '2', 'billing.city': 'Bergen' }))
})

t.test('given two people who change the same field, when their edits are merged, then it is as it was chosen', async (t) => {
  const both = { base, theirs: edit({ customerName: 'Ola' }), mine: edit({ customerName: '' }) }
  const merge = compareEdits(both)
  t.same(merge.differences, [{ name: 'customerName', changedBy: 'both', base: 'Kari', theirs: 'Ola', mine: '' }])
  t.notOk(isDecided(merge, {}))
  t.ok(isDecided(merge, { customerName: 'mine' }))
  t.equal(mergedEdit(both, { customerName: 'mine' }).fields.customerName, '', 'an emptied field is a change')
  t.equal(mergedEdit(both, { customerName: 'theirs' }).fields.customerName, 'Ola')
  t.equal(mergedEdit(both, {}).fields.customerName, 'Ola', 'without a choice nothing of theirs is lost')
})

t.test('given two people who make the same change, when their edits are merged, then there is nothing to choose', async (t) => {
  const both = { base, theirs: edit({ customerName: 'Ola' }), mine: edit({ customerName: 'Ola' }) }
  t.ok(isDecided(compareEdits(both), {}))
  t.same(mergedEdit(both, {}), both.theirs)
  t.same(compareEdits({ base, theirs: base, mine: base }), { differences: [], tags: null, isPriority: null })
})

t.test('given tags and priority that both change, when their edits are merged, then no tag is lost or comes back', async (t) => {
  t.same(mergedTags({ base: ['vip', 'old'], theirs: ['vip', 'old', 'gift'], mine: ['vip', 'late'] }), ['vip', 'gift', 'late'])
  t.same(mergedTags({ base: ['a'], theirs: [], mine: ['a', 'b'] }), ['b'], 'what they removed stays removed')
  t.same(mergedTags({ base: [], theirs: ['a'], mine: ['a'] }), ['a'], 'the same tag is there once')
  const both = { base, theirs: edit({}, { isPriority: true }), mine: edit({}, { tags: ['vip'] }) }
  t.match(mergedEdit(both, {}), { isPriority: true, tags: ['vip'] })
  t.match(mergedEdit({ ...both, theirs: base, mine: edit({}, { isPriority: true }) }, {}), { isPriority: true })
  t.match(compareEdits(both), { tags: { mine: ['vip'] }, isPriority: { theirs: true, mine: false } })
})
