import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { returning } from '../../testing/returning.ts'
import { outboxEnvelopes, paymentsByType, testOrders } from '../../testing/test-orders.ts'
import { killedAtBoundaries, restarted } from '../../testing/workflow/resuming.ts'
import { boundaryConfig } from '../../testing/workflow/stepped-config.ts'

const ledger = join(t.testdir(), 'ledger')
await writeFile(ledger, '')

/** What the provider has paid back, by key, whichever process asked; it pays each key once. */
const refund: PaymentConnector['refund'] = async (request) => {
  const paid = (await readFile(ledger, 'utf8')).split('\n')
  if (!paid.includes(request.idempotencyKey)) await writeFile(ledger, `${request.idempotencyKey}\n`, { flag: 'a' })
  return manualPayments.refund(request)
}
const test = await testOrders(t, {
  config: await boundaryConfig(),
  connectors: { payment: (): PaymentConnector => ({ ...manualPayments, refund }) },
})
const { readOrder } = returning(test)

const sku = { skuId: 'CUP', warehouseCode: 'Oslo-01' }
await test.send({ method: 'PUT', url: '/api/Inventory', body: [{ ...sku, quantity: 1000 }] })

const fetchRuns = async (id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

t.test(
  'given a process killed with a return at each boundary, when it restarts, then each is credited once, restocked once and has one number',
  async (t) => {
    const orders = await killedAtBoundaries(test.database, ledger, 'return')
    t.ok(orders.length > 7, `${orders.length} orders`)
    const underWay = await test.database.query({ text: `select from workflow_run where state = 'Running'` })
    t.ok(underWay.length > 3, `${underWay.length} runs were under way`)
    await restarted(test)
    const paid = (await readFile(ledger, 'utf8')).split('\n').filter((key) => key !== '')
    t.equal(new Set(paid).size, paid.length, 'no key is paid twice')
    const numbers: string[] = []
    for (const [point, id] of orders.entries()) {
      const order = await readOrder(id)
      const runs = (await fetchRuns(id)).filter((run: { returnId: string | null }) => run.returnId !== null)
      const title = `killed at boundary ${point}`
      const [form] = order.returnOrderForms
      const { body } = await test.send({ url: `/api/Inventory/Movements?orderId=${id}` })
      const back = body.result.filter(({ kind }: { kind: string }) => kind === 'Return')
      if (runs.length === 0) {
        t.match([form, back], [{ status: 'New', rmaNumber: null }, { length: 0 }], `${title}: nothing had happened`)
        continue
      }
      t.match(runs, [{ returnId: '1', state: 'Finished' }], title)
      t.match(order, { status: 'PartiallyReturned', orderForm: { creditPaymentTotal: 100 } }, title)
      t.match(paymentsByType(order, 'Credit'), [{ amount: 100, status: 'Processed' }], title)
      t.match(back, [{ quantityDelta: 1 }], `${title}: in stock once`)
      t.equal(back.length, 1)
      numbers.push(form.rmaNumber, form.properties[0].value)
      const events = await outboxEnvelopes(test, id)
      t.same(
        events.map(({ sequence }) => sequence),
        events.map((_, index) => index + 1),
        `${title}: events without a gap`,
      )
    }
    t.equal(new Set(numbers).size, numbers.length, 'no number is given twice')
    const rmas = numbers.filter((number) => number.startsWith('RMA-')).sort()
    t.equal(Number(rmas.at(-1)?.slice(4)) - Number(rmas[0]?.slice(4)), rmas.length - 1, 'the dead left no gap')
    t.equal(paid.length, rmas.length, 'each return that began is paid back once')
  },
)
