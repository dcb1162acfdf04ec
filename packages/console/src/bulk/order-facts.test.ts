import t from 'tap'
import { createRecordCounter } from './csv-records.ts'
import { assignedPicker, assignment, changedTags } from './order-facts.ts'
import { datesAt } from './relative-dates.ts'

t.test('given tags, when some are added and others removed, then each is there once, and no change is null', async (t) => {
  t.same(changedTags(['a', 'b'], { add: ['c', 'a'], remove: ['b'] }), ['a', 'c'])
  t.same(changedTags(['a'], { add: [], remove: ['a'] }), [])
  t.equal(changedTags(['a'], { add: ['a'], remove: ['z'] }), null)
  t.equal(changedTags([], { add: [], remove: ['z'] }), null)
})

t.test('given an order of a person, when it is given to nobody, then the property is removed', async (t) => {
  t.equal(assignedPicker({ properties: [{ key: 'Picker', keyGroup: null, value: 'kari' }] } as never), 'kari')
  t.equal(assignedPicker({ properties: [] }), null)
  t.equal(assignedPicker({}), null, 'no property, in a list')
  t.same(assignment(''), { propertiesRemovalConditions: [{ key: 'Picker' }] })
  t.match(assignment('ola'), { properties: [{ key: 'Picker', value: 'ola' }] })
})

t.test('given a CSV file in pieces, when its records are counted, then line feeds within quotes end none', async (t) => {
  const count = createRecordCounter()
  const bytes = (text: string) => new TextEncoder().encode(text)
  t.equal(count(bytes('id,name\r\n1,"two\nlines ""quoted')), 1)
  t.equal(count(bytes('""\nthree"\r\n2,x\r\n')), 3)
})

t.test('given relative dates, when they are resolved, then they count from now', async (t) => {
  const dates = [
    { filter: 'createdTo', offset: '-2d' },
    { filter: 'followUpDateFrom', offset: '+90m' },
  ]
  t.same(datesAt(dates, Date.parse('2026-03-10T12:00:00Z')), {
    createdTo: '2026-03-08T12:00:00.000Z',
    followUpDateFrom: '2026-03-10T13:30:00.000Z',
  })
})
