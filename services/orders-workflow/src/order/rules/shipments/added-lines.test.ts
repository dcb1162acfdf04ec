import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import type { LineInput } from '../lines/new-lines.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { type AddLines, addLines } from './added-lines.ts'

const twoLines = [{ code: 'CUP', quantity: 2 }, { code: 'POT' }]
const add = (order: Order, lines: LineInput[], command: Partial<AddLines> = {}) =>
  addLines(order, { lines, isOne: false, shipmentId: undefined, canceledStatuses: ['Cancelled'], ...command })
const withShipments = (...shipments: NonNullable<SampleForm['shipments']>) => sampleOrder({ lineItems: twoLines, shipments })
const lineIds = (lines: readonly { lineItemId: string | null }[]) => lines.map((line) => line.lineItemId)
const heldBy = ({ orderForm }: Order) => orderForm.shipments.map(({ shipmentId, lineItems }) => [shipmentId, lineIds(lineItems)])

/** The paths of a refusal, or its code where it has none. */
function refusal(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.details.errors ?? error.code
  }
}

t.test('given a line, when it is added, then order form and first shipment have it', async (t) => {
  const order = add(withShipments({}, { lineItems: [] }), [{ code: 'PAN', quantity: 3 }])
  t.match(order.orderForm.lineItems[2], { lineItemId: '3', code: 'PAN', quantity: 3, updateStock: true, taxRate: null })
  t.strictSame(order.orderForm.shipments[0]?.lineItems[2], order.orderForm.lineItems[2])
  t.strictSame(heldBy(order), [
    ['1', ['1', '2', '3']],
    ['2', []],
  ])
})

t.test('given calculated amounts of the client, when a line is added, then they are ignored', async (t) => {
  const sent = { quantity: 2, reservedInventoryQuantity: 2, extendedPrice: 99, taxTotal: 9 }
  const order = calculateTotals(add(withShipments({}), [{ ...sent, placedPrice: 10 }]), sampleTerms)
  const expected = { reservedInventoryQuantity: 0, extendedPrice: 20, taxTotal: 4 }
  t.match(order.orderForm.lineItems[2], expected)
  t.match(order.orderForm.shipments[0]?.lineItems[2], expected)
})

t.test('given lines without id, when they are added, then they get the highest number + 1', async (t) => {
  const order = sampleOrder({ lineItems: [{ lineItemId: '7' }, { lineItemId: 'gift' }] })
  const added = add(order, [{ quantity: 1 }, { quantity: 1, lineItemId: '41' }, { quantity: 1 }])
  t.strictSame(lineIds(added.orderForm.lineItems), ['7', 'gift', '42', '41', '43'])
})

t.test('given an order without shipments, when a line is added, then it gets one with all lines', async (t) => {
  t.strictSame(heldBy(add(withShipments(), [{ quantity: 1 }])), [['1', ['1', '2', '3']]])
  t.strictSame(heldBy(add(sampleOrder({}), [{ quantity: 1 }], { shipmentId: '1' })), [['1', ['1']]])
})

t.test('given a named shipment, when lines are added to it, then it has them', async (t) => {
  const order = add(withShipments({}, { lineItems: [] }), [{ quantity: 1 }], { shipmentId: '2' })
  t.strictSame(heldBy(order), [
    ['1', ['1', '2']],
    ['2', ['3']],
  ])
})

t.test('given cancelled shipments, when a line is added, then the next open or a new one has it', async (t) => {
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

t.test('given an unknown shipment, when a line is added to it, then it is NotFound', async (t) => {
  t.equal(
    refusal(() => add(withShipments({}), [{ quantity: 1 }], { shipmentId: '9' })),
    'NotFound',
  )
})

t.test('given wrong lines, when they are added, then errors name their index', async (t) => {
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

t.test('given a single wrong line as body, when it is added, then errors name its fields without an index', async (t) => {
  const refused = refusal(() => add(withShipments({}), [{ lineItemId: '1' }], { isOne: true })) as object
  t.strictSame(Object.keys(refused).sort(), ['lineItemId', 'quantity'])
})

t.test('given an order of 1,000 lines, when another is added, then it is refused', async (t) => {
  const lines = (count: number) => Array.from({ length: count }, () => ({ quantity: 1 }))
  const full = add(withShipments({}), lines(998))
  t.equal(full.orderForm.lineItems.length, 1000)
  t.match(
    refusal(() => add(full, lines(1))),
    { '': [/1000 lines/] },
  )
})

t.test('given an order with 250 cancelled shipments, when a line is added, then it is refused', async (t) => {
  const shipments = Array.from({ length: 250 }, () => ({ status: 'Cancelled', lineItems: [] }))
  t.match(
    refusal(() => add(withShipments(...shipments), [{ quantity: 1 }])),
    { '': [/250 shipments/] },
  )
})

t.test('given no lines, when they are added, then nothing changes', async (t) => {
  const order = withShipments()
  t.equal(add(order, []), order)
})
