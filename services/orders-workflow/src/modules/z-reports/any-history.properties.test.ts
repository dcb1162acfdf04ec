import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { close, pay, sell } from '../../testing/till.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape.
type Report = any
type Till = { test: OrdersTest; storeId: string; orders: string[]; reports: string[] }
type Step = { what: 'sell' | 'pay' | 'refund' | 'move' | 'close' | 'revise'; index: number; registers: string[]; amount: number }

const statuses = ['Completed', 'Returned', 'Cancelled', 'InProgress']
const registerSets = [['R1'], ['R2'], ['R1', 'R2']]
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('sell', 'pay', 'refund', 'refund', 'move', 'close', 'close', 'revise'),
  index: fc.nat(9),
  registers: fc.constantFrom(...registerSets),
  amount: fc.integer({ min: 1, max: 60 }),
})

async function take({ test, storeId, orders, reports }: Till, { what, index, registers, amount }: Step): Promise<void> {
  const order = orders[index % Math.max(1, orders.length)]
  const report = reports[index % Math.max(1, reports.length)]
  const post = (path: string, body: unknown) => test.send({ method: 'POST', url: `/api/Orders/${order}/${path}`, body })
  if (what === 'sell') orders.push(await sell(test, { storeId, register: registers[0] ?? null }))
  else if (what === 'close') reports.push((await close(test, { storeId, registerIds: registers })).body.zReportId)
  else if (what === 'revise' && report !== undefined) {
    const dateClosed = `2026-01-15T20:00:${String(amount % 60).padStart(2, '0')}Z`
    await close(test, { storeId, zReportId: report, registerIds: registers, dateClosed })
  } else if (order === undefined) return
  else if (what === 'move') await post('UpdateStatus', { status: statuses[index % statuses.length], skipRunWorkflow: true })
  else if (what === 'pay' || what === 'refund')
    await post('AddPayments', [pay(amount, 'Cash', { transactionType: what === 'pay' ? 'Sale' : 'Credit' })])
}

/** The report of each payment of a store's Pos orders, and the report of its order. */
async function queryPayments({ test, storeId }: Till) {
  return await test.database.query<{
    orderId: string
    id: string
    amount: number
    report: string | null
    holder: string | null
    status: string
  }>({
    text: `select o.id as "orderId", p.payment ->> 'id' as id, o.document ->> 'status' as status, p.report, r.z_report_id as holder,
        (p.payment ->> 'amount')::float8 * case p.payment ->> 'transactionType' when 'Credit' then -1 else 1 end as amount
      from "order" o left join z_report_order r on r.order_id = o.id cross join lateral (
        select payment, (select z_report_id from z_report_payment c where c.order_id = o.id and c.payment_id = payment ->> 'id') as report
        from json_array_elements(o.document #> '{orderForm,payments}') as of_order (payment)
      ) p where o.store_id = $1`,
    values: [storeId],
  })
}

const sum = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)

const soldIn = ({ vatGroups, vatGroupRefunds, tips, giftCardsSold, roundOff, deposits = 0 }: Report): number =>
  sum(vatGroups) - sum(vatGroupRefunds) + tips + giftCardsSold + roundOff + deposits

t.test(
  'given any sales, refunds, closes and revisions, when all have ended, then each payment counts in one report',
  async (t) => {
    const test = await testOrders(t)
    const stores = ['Oslo-01', 'Bergen-01', '142', 'London-01', 'Tokyo-01', 'Stockholm-01']
    let runs = 0
    const history = fc.array(step, { minLength: 5, maxLength: 25 })
    const property = fc.asyncProperty(history, async (steps) => {
      const till: Till = { test, storeId: stores[runs++ % stores.length] as string, orders: [], reports: [] }
      const body = { storeId: till.storeId, registerIds: ['R1', 'R2'], currencyCode: 'NOK' }
      for (const next of steps) await take(till, next)
      await close(test, body)
      const payments = await queryPayments(till)
      const documents = await test.database.query<{ document: string }>({
        text: 'select document from z_report where store_id = $1',
        values: [till.storeId],
      })
      const reports: Report[] = documents.map(({ document }) => JSON.parse(document))
      for (const report of reports) {
        const { zReportId, orderIds, laterPayments, payments: paid, paymentRefunds } = report
        const own = payments.filter(({ report }) => report === zReportId)
        t.equal(sum(paid) - sum(paymentRefunds), sum(own))
        t.equal(Math.round(soldIn(report) * 100), sum(own) * 100, 'what was paid is what was sold, or a deposit')
        t.same(new Set(own.filter(({ holder }) => holder === zReportId).map(({ orderId }) => orderId)), new Set(orderIds))
        t.same(
          new Set(laterPayments.map(({ paymentId }: { paymentId: string }) => paymentId)),
          new Set(own.filter(({ holder }) => holder !== zReportId).map(({ id }) => id)),
        )
      }
      const open = payments.filter(({ report }) => report === null)
      t.same(
        open.filter(({ holder, status }) => holder !== null || status === 'Completed' || status === 'Returned'),
        [],
      )
    })
    await fc.assert(property, { numRuns: propertyRuns(4) })
  },
)
