import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { canceled, delivered, withShipments } from '../../../../order/rules/shipments/shipment-lines.ts'
import { calculateTotals } from '../../../../order/rules/totals/order-totals.ts'
import { type LedgerManner, sumEffects, testLedger } from '../../../../testing/payments/test-ledger.ts'
import { sampleOrder, sampleTerms } from '../../../../testing/sample-order.ts'
import { returnForm, runStep } from '../../../../testing/workflow/run-step.ts'
import type { StepDefinition } from '../step-definition.ts'
import { authorizePayment, cancelPayments, capturePayments } from './payments.ts'
import { creditCancelledOrderLines, creditReturn } from './refunds.ts'

const steps: Record<string, { step: StepDefinition; run: { shipmentId?: string; returnId?: string } }> = {
  authorise: { step: authorizePayment, run: {} },
  capture: { step: capturePayments, run: {} },
  captureA: { step: capturePayments, run: { shipmentId: 'A' } },
  captureB: { step: capturePayments, run: { shipmentId: 'B' } },
  void: { step: cancelPayments, run: {} },
  creditLines: { step: creditCancelledOrderLines, run: {} },
  creditReturn: { step: creditReturn, run: { returnId: '1' } },
}

const now = '2026-03-02T10:00:00.000Z'
const inShipment = (order: Order, id: string, change: typeof canceled) =>
  withShipments(
    order,
    order.orderForm.shipments.map((shipment) => (shipment.shipmentId === id ? change(shipment) : shipment)),
  )

/** What may happen to the order between its steps. */
const edits: Record<string, (order: Order) => Order> = {
  deliverA: (order) => inShipment(order, 'A', (shipment) => delivered(shipment, now)),
  deliverB: (order) => inShipment(order, 'B', (shipment) => delivered(shipment, now)),
  cancelA: (order) => inShipment(order, 'A', canceled),
  cancelB: (order) => inShipment(order, 'B', canceled),
  creditMore: (order) => ({
    ...order,
    returnOrderForms: order.returnOrderForms.map((form) => ({ ...form, creditAmount: form.creditAmount + 170.5 })),
  }),
  handleForFree: (order) => ({ ...order, orderForm: { ...order.orderForm, handlingTotal: 0 } }),
}

const authorizations = [
  { id: 'a1', transactionId: 'auth-1', amount: 150 },
  { id: 'a2', transactionId: 'auth-2', amount: 200.5 },
]
const start = (): Order => {
  const order = sampleOrder({
    lineItems: [
      { quantity: 2, placedPrice: 100, taxRate: 25 },
      { quantity: 1, placedPrice: 49.99, taxRate: 25 },
    ],
    handlingTotal: 12,
    shipments: [
      { shipmentId: 'A', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }] },
      { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
    ],
    payments: authorizations.map((one) => ({
      ...one,
      transactionType: 'Authorization' as const,
      status: 'Processed' as const,
      paymentMethodName: 'Card',
    })),
  })
  return { ...order, returnOrderForms: [returnForm({ creditAmount: 60 })] }
}
const total = (order: Order) => calculateTotals(order, sampleTerms)

const manners: LedgerManner[] = ['does', 'does', 'does', 'refuses', 'isLostBefore', 'isLostAfter']
const moves = fc.array(
  fc.record({ name: fc.constantFrom(...Object.keys(steps), ...Object.keys(edits)), manner: fc.constantFrom(...manners) }),
  { minLength: 1, maxLength: 14 },
)

function assertConserved(order: Order, ledger: ReturnType<typeof testLedger>, highest: number): void {
  const of = (...operations: string[]) => ledger.effects.filter(({ operation }) => operations.includes(operation))
  const problems = [...ledger.violations]
  if (sumEffects(of('capture')) > Math.round(highest * 100)) problems.push(`captured ${sumEffects(of('capture'))} of ${highest}`)
  if (sumEffects(of('refund')) > sumEffects(of('capture'))) problems.push('refunded more than was captured')
  const form = order.returnOrderForms[0] as ReturnOrderForm
  const ofForm = new Set(form.payments.map(({ id }) => id))
  const forReturn = of('refund').filter(({ idempotencyKey }) => ofForm.has(`credit-${idempotencyKey}`))
  if (sumEffects(forReturn) > Math.round(form.creditAmount * 100)) problems.push('refunded more than the form credits')
  const done = order.orderForm.payments.filter(({ id, status }) => status === 'Processed' && id?.includes('-'))
  for (const payment of done) {
    const effect = ledger.effects.find(({ transactionId }) => transactionId === payment.transactionId)
    if (effect?.amount !== payment.amount) problems.push(`${payment.id} says ${payment.amount}, the provider ${effect?.amount}`)
  }
  if (new Set(done.map(({ id }) => id)).size !== done.length) problems.push('a payment is listed twice')
  const known = new Set(order.orderForm.payments.map(({ id }) => id?.split('-').at(-1)))
  for (const { idempotencyKey } of ledger.effects)
    if (!known.has(idempotencyKey)) problems.push(`the order does not know of ${idempotencyKey}`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

t.test(
  'given any responses of a provider and any changes of the order, when the steps run, then money is conserved',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        const ledger = testLedger(Object.fromEntries(authorizations.map(({ transactionId, amount }) => [transactionId, amount])))
        let order = total(start())
        let highest = order.netTotal
        for (const { name, manner } of sequence) {
          ledger.manner = manner
          const planned = steps[name]
          if (planned === undefined) order = edits[name]?.(order) ?? order
          else {
            const run = { ...planned.run, connectors: { payment: () => ledger.connector } }
            order = (await runStep(planned.step, order, run)).order
          }
          order = calculateTotals(order, { ...sampleTerms, previous: order })
          highest = Math.max(highest, order.netTotal)
          assertConserved(order, ledger, highest)
        }
      }),
      { numRuns: propertyRuns(200) },
    )
    t.pass()
  },
)

t.test(
  'given calls without a response, when the provider responds at last, then every step succeeds and nothing is left to do',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        const ledger = testLedger(Object.fromEntries(authorizations.map(({ transactionId, amount }) => [transactionId, amount])))
        let order = total(start())
        const step = async (name: string) => {
          const { step: definition, run } = steps[name] as (typeof steps)[string]
          const outcome = await runStep(definition, order, { ...run, connectors: { payment: () => ledger.connector } })
          order = calculateTotals(outcome.order, { ...sampleTerms, previous: order })
          return outcome
        }
        for (const { name, manner } of sequence) {
          ledger.manner = manner
          if (name in steps) await step(name)
        }
        ledger.manner = 'does'
        for (const name of ['capture', 'creditReturn']) await step(name)
        const again = [await step('capture'), await step('creditReturn')]
        for (const { actionStatus } of again) if (actionStatus === 'Success') throw new Error('there was something left to do')
        const { capturedPaymentTotal, creditPaymentTotal } = order.orderForm
        const of = (name: string) => sumEffects(ledger.effects.filter(({ operation }) => operation === name))
        if (Math.round(capturedPaymentTotal * 100) !== of('capture')) throw new Error('the order does not know what was captured')
        if (Math.round(creditPaymentTotal * 100) !== of('refund')) throw new Error('the order does not know what was refunded')
      }),
      { numRuns: propertyRuns(200) },
    )
    t.pass()
  },
)
