import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../testing/sample-order.ts'
import type { LineInput } from '../lines/new-lines.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { type AddLines, addLines } from './added-lines.ts'

const twoLines = [{ code: 'CUP', quantity: 2 }, { code: 'POT' }]
const add = (order: Order, lines: LineInput[], command: Partial<AddLines> = {}) =>
  addLines(order, { lines, isOne: false, shipmentId: undefined, canceledStatuses: ['Cancelled'], ...command })
const withShipments = (...shipments: NonNullable<SampleForm['shipments']>) => sampleOrder({ lineItems: twoLines, shipments })
const idsOf = (lines: readonly { lineItemId: string | null }[]) => lines.map((line) => line.lineItemId)
const heldBy = ({ orderForm }: Order) => orderForm.shipments.map(({ shipmentId, lineItems }) => [shipmentId, idsOf(lineItems)])

/** The paths of a refusal, or its code where it has none. */
function refusal(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.details.errors ?? error.code
  }
}

t.test('an added line is added to the order form and to the first shipment', async (t) => {
  const order = add(withShipments({}, { lineItems: [] }), [{ code: 'PAN', quantity: 3 }])
  t.match(order.orderForm.lineItems[2], { lineItemId: '3', code: 'PAN', quantity: 3, updateStock: true, taxRate: null })
  t.strictSame(order.orderForm.shipments[0]?.lineItems[2], order.orderForm.lineItems[2])
  t.strictSame(heldBy(order), [
    ['1', ['1', '2', '3']],
    ['2', []],
  ])
})

t.test('calculated amounts and reservations of the client are ignored', async (t) => {
  const sent = { quantity: 2, reservedInventoryQuantity: 2, extendedPrice: 99, taxTotal: 9 }
  const order = calculateTotals(add(withShipments({}), [{ ...sent, placedPrice: 10 }]), sampleTerms)
  const expected = { reservedInventoryQuantity: 0, extendedPrice: 20, taxTotal: 4 }
  t.match(order.orderForm.lineItems[2], expected)
  t.match(order.orderForm.shipments[0]?.lineItems[2], expected)
})

t.test('lines without an id get the highest number + 1 of the order and the request', async (t) => {
  const order = sampleOrder({ lineItems: [{ lineItemId: '7' }, { lineItemId: 'gift' }] })
  const added = add(order, [{ quantity: 1 }, { quantity: 1, lineItemId: '41' }, { quantity: 1 }])
  t.strictSame(idsOf(added.orderForm.lineItems), ['7', 'gift', '42', '41', '43'])
})

t.test('an order without shipments gets one that holds all its lines', async (t) => {
  t.strictSame(heldBy(add(withShipments(), [{ quantity: 1 }])), [['1', ['1', '2', '3']]])
  t.strictSame(heldBy(add(sampleOrder({}), [{ quantity: 1 }], { shipmentId: '1' })), [['1', ['1']]])
})

t.test('lines for a named shipment are added to it', async (t) => {
  const order = add(withShipments({}, { lineItems: [] }), [{ quantity: 1 }], { shipmentId: '2' })
  t.strictSame(heldBy(order), [
    ['1', ['1', '2']],
    ['2', ['3']],
  ])
})

t.test('a line is not added to a cancelled shipment but to the next one, or to a new one like the first', async (t) => {
  const gone = [
    { status: 'Cancelled', shippingMethodName: 'Home delivery' },
    { lineItems: [], orderStatus: 'Cancelled' },
  ]
  const open = { shipmentId: 'open', lineItems: [] }
  t.strictSame(heldBy(add(withShipments(...gone, open), [{ quantity: 1 }]))[2], ['open', ['3']])
  const renewed = add(withShipments(...gone), [{ quantity: 1 }])
  t.match(renewed.orderForm.shipments[2], {
    shipmentId: '3',
    shippingMethodName: 'Home delivery',
    lineItems: [{ lineItemId: '3' }],
  })
  t.match(
    refusal(() => add(withShipments(...gone, open), [{ quantity: 1 }], { shipmentId: '1' })),
    { shipmentId: [/cancelled/] },
  )
})

t.test('an unknown shipment is not found', async (t) => {
  t.equal(
    refusal(() => add(withShipments({}), [{ quantity: 1 }], { shipmentId: '9' })),
    'NotFound',
  )
})

t.test('lines must follow the rules of a new order, errors name their index', async (t) => {
  const problems = refusal(() =>
    add(withShipments({}), [
      { lineItemId: '2', quantity: 1 },
      { lineItemId: 'a', quantity: 0 },
      { lineItemId: 'a', quantity: 1, canceledQuantity: -1, cost: -1, placedPrice: -1, taxRate: 101 },
      { quantity: 1, deliveredQuantity: -1, orderLineDiscounts: [{ discountValue: -1 }] },
    ]),
  )
  t.strictSame(Object.keys(problems as object).sort(), [
    '[0].lineItemId',
    '[1].quantity',
    '[2].canceledQuantity',
    '[2].cost',
    '[2].lineItemId',
    '[2].placedPrice',
    '[2].taxRate',
    '[3].deliveredQuantity',
    '[3].orderLineDiscounts[0].discountValue',
  ])
})

t.test('errors of a single line as body name its fields without an index', async (t) => {
  const refused = refusal(() => add(withShipments({}), [{ lineItemId: '1' }], { isOne: true })) as object
  t.strictSame(Object.keys(refused).sort(), ['lineItemId', 'quantity'])
})

t.test('an order accepts 1,000 lines and refuses 1,001', async (t) => {
  const lines = (count: number) => Array.from({ length: count }, () => ({ quantity: 1 }))
  const full = add(withShipments({}), lines(998))
  t.equal(full.orderForm.lineItems.length, 1000)
  t.match(
    refusal(() => add(full, lines(1))),
    { '': [/1000 lines/] },
  )
})

t.test('an order with the maximum of shipments refuses another one', async (t) => {
  const shipments = Array.from({ length: 250 }, () => ({ status: 'Cancelled', lineItems: [] }))
  t.match(
    refusal(() => add(withShipments(...shipments), [{ quantity: 1 }])),
    { '': [/250 shipments/] },
  )
})

t.test('a request without lines changes nothing', async (t) => {
  const order = withShipments()
  t.equal(add(order, []), order)
})
