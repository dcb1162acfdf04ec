import t from 'tap'
import { openHolds } from './open-holds.ts'

t.test('given holds, when some are released, then the others keep the order', async (t) => {
  const holds = [
    { id: '1', released: '2026-01-01T00:00:00Z' },
    { id: '2', released: null },
  ]
  t.same(
    openHolds({ holds }).map(({ id }) => id),
    ['2'],
  )
})

t.test('given an order of a list, when its fields that are empty are absent, then its holds are the same', async (t) => {
  const holds = [{ id: '1', released: '2026-01-01T00:00:00Z' }, { id: '2' }]
  t.same(openHolds<{ id: string; released?: string }>({ holds }), [{ id: '2' }])
  t.same(openHolds({}), [])
})
