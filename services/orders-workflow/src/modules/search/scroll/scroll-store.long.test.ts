import { randomUUIDv7 } from 'node:crypto'
import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'
import { maintenanceJobs } from '../../maintenance/maintenance.ts'
import { fillScroll, readScrollBatch, removeExpiredScrolls, reserveScroll } from './scroll-store.ts'

const test = await testOrders(t)
const { deps } = test
const start = Date.UTC(2030, 0, 1)
const at = (seconds: number) => new Date(start + seconds * 1_000)
for (let count = 0; count < 3; count++) await createdOrder(test, { orderType: 'Pos' })

async function scrollUntil(expires: Date): Promise<string> {
  const id = randomUUIDv7()
  await reserveScroll(deps, { id, clientId: 'c', openMax: null, now: at(0), expires })
  const { orderTypes } = deps.config()
  await fillScroll(deps, {
    id,
    filter: {},
    scope: { storeIds: null, orderTypes, markets: [], stores: [], customFields: [], now: at(0) },
    sort: undefined,
    orderIds: null,
    batchSize: 2,
  })
  return id
}
const counted = async () => {
  const [row] = await deps.query<{ scrolls: number; batches: number }>({
    text: 'select (select count(*) from scroll) as scrolls, (select count(*) from scroll_batch) as batches',
  })
  return row
}

t.test(
  'given expired and open scrolls, when they are removed, then expired ones go with their batches and open ones stay',
  async (t) => {
    for (let count = 0; count < 45; count++) await scrollUntil(at(10))
    const open = await scrollUntil(at(11))
    t.same(await counted(), { scrolls: 46, batches: 92 })
    const now = () => at(10)
    const removed = await Promise.all([1, 2, 3].map(() => removeExpiredScrolls({ ...deps, now })))
    t.equal(
      removed.reduce((sum, count) => sum + count, 0),
      45,
      'several processes share the work',
    )
    t.same(await counted(), { scrolls: 1, batches: 2 })
    t.match(await readScrollBatch(deps, open, 1), { orderIds: [String], versionNumbers: [1] })
    t.equal(await readScrollBatch(deps, open, 2), null)
  },
)

t.test('given a running service, when a scroll expires, then a background job removes it', async (t) => {
  t.ok(maintenanceJobs.some(({ run }) => run === removeExpiredScrolls))
})
