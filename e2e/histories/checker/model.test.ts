import { join } from 'node:path'
import type { Order } from '@open-oms/contracts/orders/order'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { calculatedOrder } from '../../../services/orders-workflow/src/order/rules/calculated-order.ts'
import type { VersionConfig } from '../../../services/orders-workflow/src/order/rules/context/order-context.ts'
import { nextVersion } from '../../../services/orders-workflow/src/order/rules/order-version.ts'
import { withOrderPatch } from '../../../services/orders-workflow/src/order/rules/patches/order-patch.ts'
import type { PaymentInput } from '../../../services/orders-workflow/src/order/rules/payments/new-payments.ts'
import { mergePayments } from '../../../services/orders-workflow/src/order/rules/payments/order-payments.ts'
import { simpleOrder } from '../../../services/orders-workflow/src/testing/orders/direct-writes.ts'
import { loadRules } from './check-history.ts'
import { createModel } from './model.ts'
import { request } from './planted.ts'

/** The version that an edit gives, as the product makes it. */
function made(before: Order, order: Order, config: VersionConfig): Order {
  const authorship = { operation: 'PatchOrder', by: 'tester', actor: 'tester', time: new Date('2026-03-01T12:00:00Z') }
  const stored = { order: before, allocations: [], versionNumber: 1, versionId: 'v1', eventSequence: 1 }
  const change = { order, kind: 'edit', run: null, events: [], newLineIds: null } as const
  return nextVersion(stored, change, { config, newId: () => 'v2', authorship })?.order as Order
}

const record = (operation: string) =>
  ({ type: 'version', orderId: 'o', number: 2, versionId: 'v2', operation, createdBy: null, created: '', document: {} }) as const

t.test('given a version, when the rules are run again, then what does not follow from the one before is named', async (t) => {
  const config = await loadRules(join(root, 'config'))
  const before = calculatedOrder(simpleOrder('o'), config, null)
  const body = { properties: [{ key: 'm-a', value: 'm-a' }], customerName: 'Kari' }
  const context = { config, now: '2026-03-01T12:00:00.000Z', newId: () => 'id' }
  const after = made(before, withOrderPatch(before, body, context), config)
  const model = createModel(config)
  model.learn([request({ operation: 'patch', mark: 'm-a', body })])
  const found = (planted: Partial<Order>, operation = 'PatchOrder') =>
    model.check({ before, after: { ...after, ...planted }, record: record(operation) })

  t.same(found({}), [])
  t.match(found({ customerName: 'Ola' }), ['made again, customerName differ'])
  t.match(found({ customerEmail: 'x@example.com' }), ['made again, customerEmail differ'])
  t.match(found({ total: after.total + 1 }), [/calculated again, total differ/, /made again, total differ/])
  const [line] = after.orderForm.lineItems as [Order['orderForm']['lineItems'][number]]
  const orderForm = { ...after.orderForm, lineItems: [{ ...line, deliveredQuantity: 3 }] }
  t.match(found({ orderForm }), [/delivered/, /made again/])
  const others = after.properties.map((item) => ({ ...item, value: 'm-b' }))
  t.match(found({ properties: others }), ['nobody has asked for it: m-b'])
  t.match(found({ properties: before.properties }), ['nobody has asked for it: no mark is new'])
  t.ok(found({}, 'AddComment').includes('has changed customerName'))
  t.same(model.audited(before, { ...after, status: 'Deleted' }), ['Deletion'])
})

t.test('given a paid link, when the rules are run again, then it was asked for, open or withdrawn', async (t) => {
  const config = await loadRules(join(root, 'config'))
  const context = { config, now: '2026-03-01T12:00:00.000Z', newId: () => 'id' }
  const paid = { transactionId: 'moved-1', transactionType: 'Sale', amount: 10, paymentMethodName: 'Card', status: 'Processed' }
  const order = simpleOrder('o')
  const withPayments = (known: Order, sent: PaymentInput[]): Order => {
    const payments = mergePayments(known.orderForm.payments, sent, context)
    return { ...known, orderForm: { ...known.orderForm, payments } }
  }
  for (const status of ['Pending', 'Failed']) {
    const before = calculatedOrder(withPayments(order, [{ ...paid, status } as PaymentInput]), config, null)
    const after = made(before, withPayments(before, [paid as PaymentInput]), config)
    const step = { before, after, record: record('AddPayments') }
    const model = createModel(config)
    t.same(model.check(step), ['nobody has asked for it: no mark is new'], `not asked for: ${status}`)
    model.learn([request({ operation: 'payLink', mark: null, body: [paid] })])
    t.same(model.check(step), [], `asked for: ${status}`)
  }
})
