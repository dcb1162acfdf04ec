import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import t from 'tap'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { closeZReport } from './close-z-report.ts'

const test = await testOrders(t)
const caller = { clientId: 'till', roles: ['OrderAdmin'], storeIds: null, actor: 'till' } as const
const close = (storeId: string, inTransaction: OrderDeps['inTransaction']) =>
  closeZReport(
    { ...test.deps, inTransaction },
    { request: { zReportId: 'Z-1', storeId, registerIds: ['R1'] }, caller, correlationId: 'c' },
  )

// Each store has its own lock, so neither close saw the other: the second overwrote the report of
// the first.
t.test(
  'given two stores that close concurrently with one id, when both have ended, then the second is refused and the first report stays',
  async (t) => {
    const [written, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = close('Oslo-01', (work) =>
      test.deps.inTransaction(async (tx) => {
        const result = await work(tx)
        written.resolve()
        await late.promise
        return result
      }),
    )
    await written.promise
    const second = close('Bergen-01', (work) =>
      test.deps.inTransaction((tx) =>
        work({
          ...joinTransaction(tx),
          query: (statement) => {
            if (statement.name === 'z-report-save') late.resolve()
            return tx.query(statement)
          },
        }),
      ),
    )
    await t.rejects(second, { code: 'ValidationFailed', details: { errors: { storeId: ['is not the store of this report'] } } })
    t.match(await first, { isWritten: true, report: { storeId: 'Oslo-01' } })
    const read = await test.send({ url: '/api/ZReport/Z-1' })
    t.match(read.body, { storeId: 'Oslo-01', zReportNumber: 1, revision: 1 })
    const published = await test.database.query({ text: `select from kit.outbox where type = 'orders.zreport.closed.v1'` })
    t.equal(published.length, 1)
  },
)
