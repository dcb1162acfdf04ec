import type { Order } from '@open-oms/contracts/orders/order'
import t, { type Test } from 'tap'
import { copyQuantities, findOrderLine, orderWithLines, splitOrder } from '../../../testing/orders/orders-with-lines.ts'
import { patching } from '../../../testing/orders/patch-harness.ts'

const { patched, linesPatched, stored } = await patching()

const order = (form: object = {}) => stored(orderWithLines(form))
const split = (own: object = {}) => stored(splitOrder(own))
const counts = (from: Order, field: 'quantity' | 'deliveredQuantity' | 'canceledQuantity' | 'returnQuantity') =>
  copyQuantities(from).map((copy) => copy[field])
const refuses = (t: Test, work: () => unknown, path: string) =>
  t.throws(work, { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)
const unavailable = (t: Test, work: () => unknown) => t.throws(work, { code: 'QuantityNotAvailable' } as never)

const ways: [string, (from: Order, line: object) => Order][] = [
  ['PatchOrder', (from, one) => patched(from, { orderForm: { lineItems: [one] } })],
  ['PatchUpdateOrderLines', (from, one) => linesPatched(from, [one])],
]
for (const [way, patchLine] of ways) {
  t.test(`given a line with copies, when fields are sent by ${way}, then they are merged into it and its copies`, async (t) => {
    const before = patchLine(split(), { lineItemId: '1', displayName: 'Cup', properties: [{ key: 'a', value: '1' }] })
    const after = patchLine(before, {
      lineItemId: '1',
      displayName: null,
      color: 'red',
      placedPrice: 80,
      properties: [{ key: 'b', value: '2' }],
      gtins: ['123'],
      externalIds: [{ providerName: 'ERP', id: '1' }],
    })
    const expected = {
      displayName: 'Cup',
      color: 'red',
      placedPrice: 80,
      properties: [{ key: 'a' }, { key: 'b' }],
      gtins: ['123'],
    }
    t.match(findOrderLine(after), expected)
    t.match(copyQuantities(after), [expected, expected])
    t.equal(after.total, 370)
    t.match(findOrderLine(after, '2'), { color: null, properties: { length: 0 } })
  })

  t.test(`given properties of a line, when ${way} has options for them, then the options apply to that line`, async (t) => {
    const properties = [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ]
    const before = patchLine(order(), { lineItemId: '1', properties })
    const replaced = patchLine(before, {
      lineItemId: '1',
      keepExistingCustomProperties: false,
      properties: [{ key: 'c', value: '3' }],
    })
    t.match(findOrderLine(replaced)?.properties, [{ key: 'c' }])
    const without = patchLine(before, {
      lineItemId: '1',
      propertiesRemovalConditions: [{ value: '1' }, {}],
      properties: [{ key: 'd' }],
    })
    t.match(findOrderLine(without)?.properties, [{ key: 'b' }, { key: 'd' }])
    t.match(copyQuantities(without)[0]?.properties, [{ key: 'b' }, { key: 'd' }])
    t.equal(patchLine(before, { lineItemId: '1', propertiesRemovalConditions: [{ key: null }] }), before)
  })

  t.test(`given a line with one copy, when a quantity is sent by ${way}, then the copy has it too`, async (t) => {
    const more = patchLine(order(), { lineItemId: '1', quantity: 5, deliveredQuantity: 2, canceledQuantity: 1 })
    t.match(findOrderLine(more), { quantity: 5, deliveredQuantity: 2, canceledQuantity: 1 })
    t.match(copyQuantities(more), [{ quantity: 5, deliveredQuantity: 2, canceledQuantity: 1 }])
    const returned = patchLine(more, { lineItemId: '1', returnQuantity: 2 })
    t.same([findOrderLine(returned)?.returnQuantity, counts(returned, 'returnQuantity')], [2, [2]])
  })

  t.test(`given a line in several shipments, when ${way} changes its quantity, then the last copy changes`, async (t) => {
    t.same(counts(patchLine(split(), { lineItemId: '1', quantity: 6.5 }), 'quantity'), [3, 3.5])
    t.same(counts(patchLine(split(), { lineItemId: '1', quantity: 3 }), 'quantity'), [3, 0])
    t.same(counts(patchLine(split(), { lineItemId: '1', deliveredQuantity: 1 }), 'deliveredQuantity'), [0, 1])
    t.same(counts(patchLine(split(), { lineItemId: '1', canceledQuantity: 1 }), 'canceledQuantity'), [0, 1])
  })

  t.test(`given a copy in a cancelled shipment, when ${way} changes the quantity, then the other copy changes`, async (t) => {
    const canceled = patched(split({ canceledQuantity: 1 }), {
      orderForm: { shipments: [{ shipmentId: '2', status: 'Cancelled' }] },
    })
    t.same(counts(patchLine(canceled, { lineItemId: '1', quantity: 6 }), 'quantity'), [5, 1])
    const byStatus = patched(split({ canceledQuantity: 1 }), {
      orderForm: { shipments: [{ shipmentId: '2', orderStatus: 'OrderCanceled' }] },
    })
    t.same(counts(patchLine(byStatus, { lineItemId: '1', quantity: 6 }), 'quantity'), [5, 1])
  })

  t.test(`given a last copy that is too small, when ${way} changes the quantity, then it is refused`, async (t) => {
    unavailable(t, () => patchLine(split(), { lineItemId: '1', quantity: 2 }))
    unavailable(t, () => patchLine(split(), { lineItemId: '1', deliveredQuantity: 2 }))
    unavailable(t, () => patchLine(split({ deliveredQuantity: 1 }), { lineItemId: '1', quantity: 3 }))
    unavailable(t, () => patchLine(split({ canceledQuantity: 1 }), { lineItemId: '1', deliveredQuantity: 1 }))
  })

  t.test(`given inconsistent quantities of a line, when they are sent by ${way}, then it is refused`, async (t) => {
    unavailable(t, () => patchLine(order(), { lineItemId: '1', deliveredQuantity: 3 }))
    unavailable(t, () => patchLine(order(), { lineItemId: '1', deliveredQuantity: 1, canceledQuantity: 2 }))
    unavailable(t, () => patchLine(order(), { lineItemId: '1', returnQuantity: 1 }))
    unavailable(t, () => patchLine(order({ shipments: [] }), { lineItemId: '1', deliveredQuantity: 3 }))
  })

  t.test(`given delivered copies, when returned units are sent by ${way}, then they are spread over the copies`, async (t) => {
    const all = patched(split(), {
      orderForm: {
        shipments: [
          { shipmentId: '1', lineItems: [{ lineItemId: '1', deliveredQuantity: 2 }] },
          { shipmentId: '2', lineItems: [{ lineItemId: '1', deliveredQuantity: 1 }] },
        ],
      },
    })
    t.same(counts(patchLine(all, { lineItemId: '1', returnQuantity: 3 }), 'returnQuantity'), [2, 1])
    unavailable(t, () => patchLine(all, { lineItemId: '1', returnQuantity: 4 }))
  })

  t.test(`given numbers that no line can have, when they are sent by ${way}, then it is refused`, async (t) => {
    const path = way === 'PatchOrder' ? 'orderForm.lineItems[0].' : '[0].'
    for (const quantity of [0, -1]) refuses(t, () => patchLine(order(), { lineItemId: '1', quantity }), `${path}quantity`)
    for (const field of ['deliveredQuantity', 'canceledQuantity', 'returnQuantity', 'cost'])
      refuses(t, () => patchLine(order(), { lineItemId: '1', [field]: -1 }), `${path}${field}`)
    refuses(t, () => patchLine(order(), { lineItemId: '1', placedPrice: -1 }), 'orderForm.lineItems[0].placedPrice')
  })

  t.test(`given a line discount, when ${way} changes price and quantity, then it is calculated with them`, async (t) => {
    const half = { discountId: 'h', rewardType: 'Percentage', discountValue: 50 }
    const before = patchLine(order(), { lineItemId: '1', orderLineDiscounts: [half] })
    t.equal(findOrderLine(before)?.discounted, 100)
    const after = patchLine(before, { lineItemId: '1', quantity: 4, placedPrice: 10 })
    t.match(findOrderLine(after), { discounted: 20, extendedPrice: 20 })
    const manual = patchLine(order(), { lineItemId: '1', discounted: 30 })
    t.match(
      [manual.total, findOrderLine(patchLine(manual, { lineItemId: '1', discounted: 30, color: 'red' }))],
      [220, { discounted: 30 }],
    )
  })
}
