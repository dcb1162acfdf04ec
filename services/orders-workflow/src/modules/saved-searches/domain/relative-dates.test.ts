import t from 'tap'
import { assertOneDatePerFilter, withDatesAt } from './relative-dates.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const dateAt = (offset: string) => withDatesAt({}, [{ filter: 'createdTo', offset }], now).createdTo

t.test('given relative dates, when a search is run, then they are counted from that moment in the unit of each', async (t) => {
  t.equal(dateAt('-2d'), '2026-02-27T12:00:00.000Z')
  t.equal(dateAt('-90m'), '2026-03-01T10:30:00.000Z')
  t.equal(dateAt('+8h'), '2026-03-01T20:00:00.000Z')
  t.equal(dateAt('1d'), '2026-03-02T12:00:00.000Z')
  t.equal(dateAt('0d'), now.toISOString())
  t.equal(dateAt('-9999d'), '1998-10-15T12:00:00.000Z')
})

t.test('given a search with other filters, when its dates are set, then the others stay', async (t) => {
  const search = { selectedStatuses: ['New'], createdFrom: '2026-01-01T00:00:00.000Z' }
  t.same(withDatesAt(search, [{ filter: 'modifiedTo', offset: '-1h' }], now), {
    ...search,
    modifiedTo: '2026-03-01T11:00:00.000Z',
  })
  t.same(withDatesAt(search, [], now), search)
})

t.test('given two dates of one filter, when they are checked, then each double one is named', async (t) => {
  const relative = { filter: 'createdTo', offset: '-1d' } as const
  assertOneDatePerFilter({ createdFrom: '2026-01-01T00:00:00.000Z' }, [relative])
  t.throws(() => assertOneDatePerFilter({ createdTo: '2026-01-01T00:00:00.000Z' }, [relative]), {
    code: 'ValidationFailed',
    details: { errors: { 'relativeDates[0].filter': [String] } },
  })
  t.throws(() => assertOneDatePerFilter({}, [relative, relative]), {
    code: 'ValidationFailed',
    details: { errors: { 'relativeDates[1].filter': [String] } },
  })
})
