import assert from 'node:assert/strict'
import { NewOrder } from '@open-oms/contracts/orders/batch'
import type { Order } from '@open-oms/contracts/orders/order'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { changedFields } from '../../../order/rules/context/changed-fields.ts'
import { orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { enterStatus } from '../../../order/rules/status/enter-status.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { replaceOrder } from './replace-order.ts'

const config = await sampleConfig()
const read = compileReader(NewOrder, 'json') as (body: unknown) => OrderInput
const now = '2026-03-02T08:00:00.000Z'
let ids = 0
const context = { config, now, newId: () => `given-${++ids}` }

const calculated = (order: Order, previous: Order | null) => calculateTotals(order, orderTotalsContext(order, config, previous))
const stored = (order: Order) => calculated(order, null)
/** What a client gets, changes and sends back. */
const echo = (order: Order, change: (body: Order) => void = () => undefined) => {
  const body = JSON.parse(JSON.stringify(order))
  change(body)
  return read(body)
}
const replaced = (order: Order, input: OrderInput) => calculated(replaceOrder(order, input, context), order)

const online = config.orderTypes.find(({ name }) => name === 'Online') as (typeof config.orderTypes)[number]
const entered = (order: Order, status: string, shipmentId?: string) =>
  enterStatus(order, {
    status,
    type: online,
    shipmentInfo: shipmentId === undefined ? undefined : { shipmentId },
    isStatusOnly: false,
    now: '2026-03-01T12:00:00.000Z',
  }).order

t.test('given any order after any status, when it is sent back as it was read, then it is not changed', async (t) => {
  const happenings = fc.constantFrom('nothing', 'first', 'all', 'cancelled')
  fc.assert(
    fc.property(randomOrder, happenings, (order, happening) => {
      const [first] = order.orderForm.shipments
      const before = stored(order)
      const after =
        happening === 'first' && first !== undefined
          ? entered(before, 'Completed', first.shipmentId)
          : happening === 'all'
            ? entered(before, 'Completed')
            : happening === 'cancelled'
              ? entered(before, 'Cancelled')
              : before
      const known = calculated(after, before)
      // A copy of which nothing is in a shipment could not have been sent
      // (quantities.md#shipments-of-a-new-order).
      fc.pre(known.orderForm.shipments.every(({ lineItems }) => lineItems.every(({ quantity }) => quantity > 0)))
      assert.deepEqual(changedFields(known, replaced(known, echo(known))), [])
    }),
    { numRuns: propertyRuns(100) },
  )
  t.pass('it held')
})

const twoShipments = () => {
  const copies = (first: number, second: number) => [
    { lineItemId: '1', quantity: first },
    { lineItemId: '2', quantity: second },
  ]
  const order = sampleOrder({
    lineItems: [
      { quantity: 4, placedPrice: 10, displayName: 'Cup' },
      { quantity: 2, placedPrice: 5 },
    ],
    shipments: [
      { shipmentId: 'A', lineItems: copies(3, 1) },
      { shipmentId: 'B', lineItems: copies(1, 1) },
    ],
  })
  // The sample's shipments hold bare copies; an order that was created has whole ones.
  return stored(replaceOrder(order, echo(order), context))
}

t.test('given copies of a line, when the line changes, then they follow and a delivered one keeps its date', async (t) => {
  const known = calculated(entered(twoShipments(), 'Completed', 'A'), twoShipments())
  const order = replaced(
    known,
    echo(known, (body) => {
      const [line] = body.orderForm.lineItems
      if (line !== undefined) line.displayName = 'Mug'
    }),
  )
  t.same(changedFields(known, order), ['orderForm'])
  t.match(order.orderForm.shipments, [
    { lineItems: [{ displayName: 'Mug', deliveredQuantity: 3, deliveredDate: '2026-03-01T12:00:00.000Z' }, {}] },
    { lineItems: [{ displayName: 'Mug', deliveredQuantity: 0, deliveredDate: null }, {}] },
  ])
})

t.test('given a field of a copy, when it is sent with another value, then only that copy has it', async (t) => {
  const known = twoShipments()
  const order = replaced(
    known,
    echo(known, (body) => {
      const copy = body.orderForm.shipments[1]?.lineItems[0]
      if (copy !== undefined) copy.expectedDeliveryDate = '2026-04-01T00:00:00.000Z'
    }),
  )
  t.equal(order.orderForm.lineItems[0]?.expectedDeliveryDate, null)
  t.equal(order.orderForm.shipments[0]?.lineItems[0]?.expectedDeliveryDate, null)
  t.equal(order.orderForm.shipments[1]?.lineItems[0]?.expectedDeliveryDate, '2026-04-01T00:00:00.000Z')
})

t.test('given fields that only steps set, when other values are sent, then the stored ones stay', async (t) => {
  const known: Order = {
    ...twoShipments(),
    completed: '2026-03-01T13:00:00.000Z',
    readyForPickup: '2026-03-01T11:00:00.000Z',
    customerPickupDeadline: '2026-03-09T11:00:00.000Z',
    isNewCustomer: true,
  }
  const [line] = known.orderForm.lineItems
  const [copy] = known.orderForm.shipments[0]?.lineItems ?? []
  for (const held of [line, copy]) if (held !== undefined) held.reservedInventoryQuantity = 2
  const order = replaced(
    known,
    echo(known, (body) => {
      Object.assign(body, { completed: null, readyForPickup: null, customerPickupDeadline: '2030-01-01', isNewCustomer: false })
      for (const sent of body.orderForm.lineItems) sent.reservedInventoryQuantity = 7
    }),
  )
  t.same(changedFields(known, order), [])
})

t.test('given an update without some fields, when it is applied, then number, creation, key and market stay', async (t) => {
  const known = stored(
    sampleOrder({}, { orderNumber: 'N-1', secretKey: 'secret', marketId: 'SWE', customerName: 'Kari', tags: ['a'] }),
  )
  const order = replaced(known, { id: 'O-1', storeId: 'Stockholm-01', orderType: 'Online', status: 'New' })
  const { created, orderNumber, secretKey, marketId } = known
  t.match(order, { created, orderNumber, secretKey, marketId, customerName: null, tags: { length: 0 }, errors: { length: 0 } })
})

t.test('given a new status, when an order is replaced, then the change is dated and logged in its shipment', async (t) => {
  const known = { ...twoShipments(), updateStatusDate: '2026-03-01T09:00:00.000Z' }
  const same = replaceOrder(known, echo(known), context)
  t.equal(same.updateStatusDate, '2026-03-01T09:00:00.000Z')
  const order = replaceOrder(
    known,
    echo(known, (body) => {
      body.status = 'InProgress'
      const [shipment] = body.orderForm.shipments
      if (shipment !== undefined) shipment.orderStatus = 'InProgress'
    }),
    context,
  )
  t.equal(order.updateStatusDate, now)
  t.match(order.orderForm.shipments, [
    { orderStatus: 'InProgress', orderStatusLog: [{ status: 'InProgress', timestamp: now }] },
    { orderStatus: null, orderStatusLog: { length: 0 } },
  ])
})

t.test('given payments and comments without ids, when they are sent again, then they are the stored ones', async (t) => {
  const payment = {
    amount: 10,
    paymentMethodName: 'Card',
    transactionId: 'T-1',
    transactionType: 'Sale',
    status: 'Processed',
  } as const
  const body = {
    ...{ id: 'O-1', storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New' },
    orderNotes: [{ detail: 'call first' }, { detail: 'call first' }],
    errors: [{ key: 'K', severity: 'Warning' }],
    orderForm: { lineItems: [{ quantity: 1, placedPrice: 10 }], shipments: [{}], payments: [payment] },
  }
  const known = stored(replaceOrder(stored(sampleOrder({})), read(body), context))
  t.equal(new Set(known.orderNotes.map(({ id }) => id)).size, 2)
  const later = { ...context, now: '2026-05-01T00:00:00.000Z' }
  t.same(changedFields(known, calculated(replaceOrder(known, read(body), later), known)), [])
})

t.test(
  'given a transition policy, when a replacement changes the status against it, then it is refused; the same status is no transition',
  async (t) => {
    const strict = structuredClone(config)
    const status = strict.orderTypes.find(({ name }) => name === 'Online')?.orderStatuses.find(({ name }) => name === 'New')
    Object.assign(status ?? {}, { enforceAvailableStepsPolicy: true, availableSteps: ['InProgress'] })
    const known = stored(sampleOrder({}))
    const move = (target: string) =>
      replaceOrder(
        known,
        echo(known, (body) => {
          body.status = target
        }),
        { ...context, config: strict },
      )
    t.throws(() => move('Completed'), { message: /Allowed: InProgress/ })
    t.equal(move('New').status, 'New')
    t.equal(move('InProgress').status, 'InProgress')
  },
)
