import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { sum, sumOfAmounts, toAmount } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { calculateEditedOrder, type EditedOrder, editedOrder, paidNet } from '../../../testing/orders/edited-orders.ts'
import { edit, type RandomEdit, randomEdit, randomLines } from '../../../testing/orders/random-edits.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { calculationTerms } from '../context/totals-context.ts'
import { breakdownUnits } from './breakdown-units.ts'
import { newPayment } from './new-payments.ts'
import { allocationsAfter, type PublishedAllocation, withMissingAllocations } from './published-allocations.ts'

const RUNS = propertyRuns(80)

const histories = fc.tuple(randomLines, fc.constantFrom(0, 1, 2), fc.array(randomEdit, { minLength: 2, maxLength: 14 }))

type History = typeof histories extends fc.Arbitrary<infer T> ? T : never

type Write = {
  edited: EditedOrder
  before: Order
  after: Order
  earlier: readonly PublishedAllocation[]
  allocations: readonly PublishedAllocation[]
}

/** The writes of a history, as they would be stored. */
function* replayWrites(start: EditedOrder, steps: readonly RandomEdit[]): Generator<Write> {
  let edited = start
  let before = calculateEditedOrder(edited)
  let earlier = allocationsAfter({ before: null, after: before }, [], sampleTerms)
  for (const step of steps) {
    edited = edit(edited, step)
    const after = calculateEditedOrder(edited)
    const allocations = JSON.parse(
      JSON.stringify(allocationsAfter({ before, after }, earlier, sampleTerms)),
    ) as PublishedAllocation[]
    yield { edited, before, after, earlier, allocations }
    before = after
    earlier = allocations
  }
}

/**
 * Two returns take back one half each of a line in two shipments. The odd cents of both fell to the
 * same shipment, so that a cent of the second return was not taken back.
 */
const halvesReturned: [History] = [
  [
    [{ placedPrice: 158.58, taxRate: 0, discounted: 0, productType: '', cost: 0, quantity: 1 }],
    0,
    [
      { kind: 'form', handling: 0, rounding: -0.5, percentage: 0 },
      { kind: 'split', position: 0, part: 0.5 },
      { kind: 'payRest', scope: 'none', position: 0 },
      { kind: 'return', part: 0.01, position: 0 },
      { kind: 'return', part: 0.01, position: 0 },
      { kind: 'payRest', scope: 'none', position: 0 },
    ],
  ],
]

function always(holds: (write: Write) => boolean): void {
  fc.assert(
    fc.property(histories, ([lines, shipments, steps]) => {
      for (const write of replayWrites(editedOrder(lines, shipments), steps)) if (!holds(write)) return false
      return true
    }),
    { numRuns: RUNS, examples: [halvesReturned] },
  )
}

const movesMoney = ({ status }: Payment) => status !== 'Failed'
const grossTotal = (entries: readonly PaymentBreakdownEntry[]) =>
  sumOfAmounts(entries.flatMap(({ net, vatAmount }) => [net, vatAmount]))

t.test('given any edits between payments, when they are allocated, then each allocation sums to its payment', async (t) => {
  always(({ after, allocations }) => {
    const moving = after.orderForm.payments.filter(movesMoney)
    return (
      moving.length === allocations.length &&
      moving.every(
        ({ id, amount }, index) =>
          allocations[index]?.paymentId === id && grossTotal(allocations[index]?.breakdown ?? []) === amount,
      ) &&
      allocations.every(({ breakdown }) => breakdown.every(({ net, vatAmount }) => net !== 0 || vatAmount !== 0))
    )
  })
  t.pass()
})

/** Net and VAT by kind, line and VAT rate. */
function sumByVatRate(entries: readonly (PaymentBreakdownEntry & { sign: number })[]): string[] {
  const groups = Map.groupBy(entries, ({ kind, lineItemId, vatRate }) => JSON.stringify([kind, lineItemId, vatRate]))
  return [...groups]
    .map(([key, all]) => {
      const net = sumOfAmounts(all.map((entry) => entry.net * entry.sign))
      return [key, net, sumOfAmounts(all.map(({ vatAmount, sign }) => vatAmount * sign))] as const
    })
    .filter(([, net, vat]) => net !== 0 || vat !== 0)
    .map((sums) => sums.join(' '))
    .sort()
}

function allocatedSums(order: Order, allocations: readonly PublishedAllocation[]): string[] {
  const credits = new Set(
    order.orderForm.payments.filter(({ transactionType }) => transactionType === 'Credit').map(({ id }) => id),
  )
  return sumByVatRate(
    allocations.flatMap(({ paymentId, breakdown }) =>
      breakdown.map((entry) => ({ ...entry, sign: credits.has(paymentId) ? -1 : 1 })),
    ),
  )
}

/** The sums of one payment of the whole order. */
function wholeSums(order: Order): string[] {
  const all = newPayment(
    { id: 'all', amount: 1e9, transactionType: 'Sale', status: 'Paid' },
    { now: order.created, newId: () => '' },
  )
  const paid = { ...order, returnOrderForms: [], orderForm: { ...order.orderForm, payments: [all] } }
  const [only] = withMissingAllocations(paid, [], sampleTerms)
  return sumByVatRate((only?.breakdown ?? []).filter(({ kind }) => kind !== 'Deposit').map((entry) => ({ ...entry, sign: 1 })))
}

t.test('given any edits, when the paid amount equals the total, then the allocations are exactly the order', async (t) => {
  let checked = 0
  always(({ edited, after, allocations, earlier }) => {
    const isPublished = JSON.stringify(allocations) !== JSON.stringify(earlier) && allocations.length >= earlier.length
    if (!isPublished || edited.forms.length > 0 || paidNet(edited) !== after.total) return true
    checked += 1
    return JSON.stringify(allocatedSums(after, allocations)) === JSON.stringify(wholeSums(after))
  })
  t.ok(checked > RUNS / 10, `${checked} times`)
})

/** The rest of each line after the returns; null when a return exceeds its line. */
function leftOfLines({ orderForm, returnOrderForms }: Order): Record<string, number> | null {
  const left = new Map(orderForm.lineItems.map((line) => [line.lineItemId, line.extendedPrice]))
  for (const { lineItemId, extendedPrice } of returnOrderForms.flatMap((form) => form.lineItems)) {
    const rest = sumOfAmounts([left.get(lineItemId) ?? -1, -extendedPrice])
    if (rest < 0) return null
    left.set(lineItemId, rest)
  }
  return Object.fromEntries([...left].filter(([, rest]) => rest !== 0))
}

function allocatedByLine(order: Order, allocations: readonly PublishedAllocation[]): Record<string, number> {
  const types = new Map(order.orderForm.payments.map(({ id, transactionType }) => [id, transactionType]))
  const parts = allocations.flatMap(({ paymentId, breakdown }) => {
    const sign = types.get(paymentId) === 'Credit' ? -1 : 1
    const ofLines = breakdown.filter(({ kind, lineItemId }) => lineItemId !== null || kind === 'Deposit')
    return ofLines.map(({ kind, lineItemId, net, vatAmount }) => ({
      key: lineItemId ?? kind,
      amounts: [sign * net, sign * vatAmount],
    }))
  })
  const sums = [...Map.groupBy(parts, ({ key }) => key)].map(
    ([key, all]) => [key, sumOfAmounts(all.flatMap(({ amounts }) => amounts))] as const,
  )
  return Object.fromEntries(sums.filter(([, amount]) => amount !== 0))
}

t.test('given any returns, when a payment completes the order, then each line has what was not returned', async (t) => {
  let checked = 0
  always(({ edited, after, allocations, earlier }) => {
    if (allocations.length <= earlier.length || edited.forms.length === 0 || paidNet(edited) !== after.netTotal) return true
    const left = leftOfLines(after)
    if (left === null) return true
    checked += 1
    const sums = allocatedByLine(after, allocations)
    return Object.keys({ ...left, ...sums }).every((line) => left[line] === sums[line])
  })
  t.ok(checked > RUNS / 20, `${checked} times`)
})

t.test('given any history, when a write is repeated, then no allocation changes and others stay', async (t) => {
  always(({ before, after, earlier, allocations }) => {
    if (allocationsAfter({ before: after, after }, allocations, sampleTerms) !== allocations) return false
    const amounts = new Map(before.orderForm.payments.map(({ id, amount }) => [id, amount]))
    const same = new Set(after.orderForm.payments.filter(({ id, amount }) => amounts.get(id) === amount).map(({ id }) => id))
    const now = new Map(allocations.map((item) => [item.paymentId, JSON.stringify(item)]))
    const isTaxNews = before.orderForm.lineItems.some(({ taxRate }) => taxRate === null)
    return (
      isTaxNews ||
      earlier.every(
        (item) => !same.has(item.paymentId) || (now.get(item.paymentId) ?? JSON.stringify(item)) === JSON.stringify(item),
      )
    )
  })
  t.pass()
})

t.test('given any history, when goods move, then the sum of their cost never exceeds the highest', async (t) => {
  fc.assert(
    fc.property(histories, ([lines, shipments, steps]) => {
      const most = new Map<string | null, number>()
      for (const { after, allocations } of replayWrites(editedOrder(lines, shipments), steps)) {
        for (const [line, cost] of lineCosts(after)) most.set(line, Math.max(most.get(line) ?? 0, cost))
        const transfers = Map.groupBy(
          allocations.flatMap((item) => item.transfers),
          ({ lineItemId }) => lineItemId,
        )
        for (const [line, all] of transfers) {
          if (all.some(({ cost }) => cost <= 0) || sumOfAmounts(all.map(({ cost }) => cost)) > (most.get(line) ?? 0)) return false
        }
      }
      return true
    }),
    { numRuns: RUNS },
  )
  t.pass()
})

/** The cost of each line's goods, over all its shipments. */
function lineCosts(order: Order): Map<string | null, number> {
  const units = Map.groupBy(breakdownUnits(order, calculationTerms(order, sampleTerms)), ({ lineItemId }) => lineItemId)
  return new Map([...units].map(([line, all]) => [line, toAmount(sum(all.map(({ cost }) => cost)), 2)]))
}
