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

t.test(
  'given a new line, when it is patched in, then it gets a number and a place in the first shipment that is not cancelled',
  async (t) => {
    const before = order({
      shipments: [
        { status: 'Cancelled', lineItems: [{ lineItemId: '1', quantity: 2, canceledQuantity: 2 }] },
        { lineItems: [{ lineItemId: '2', quantity: 1 }] },
      ],
      lineItems: [{ quantity: 2, canceledQuantity: 2 }, { quantity: 1 }],
    })
    const after = patched(before, {
      orderForm: {
        lineItems: [
          { code: 'NEW', quantity: 2, placedPrice: 10 },
          { lineItemId: 'x', quantity: 1 },
        ],
      },
    })
    t.match(findOrderLine(after, '3'), { code: 'NEW', quantity: 2, extendedPrice: 20, updateStock: true })
    t.same(
      after.orderForm.shipments.map(({ lineItems }) => lineItems.map(({ lineItemId }) => lineItemId)),
      [['1'], ['2', '3', 'x']],
    )
    t.equal(patched(after, { orderForm: { lineItems: [{ code: 'NEW', quantity: 2, placedPrice: 10 }] } }), after)
    t.equal(
      patched(order({ shipments: [] }), { orderForm: { lineItems: [{ code: 'NEW', quantity: 1 }] } }).orderForm.lineItems.length,
      3,
    )
  },
)

t.test('given a new line without quantity or a line twice, when it is patched in, then it is refused', async (t) => {
  refuses(t, () => patched(order(), { orderForm: { lineItems: [{ code: 'NEW' }] } }), 'orderForm.lineItems[0].quantity')
  refuses(t, () => patched(order(), { orderForm: { lineItems: [{ lineItemId: '9' }] } }), 'orderForm.lineItems[0].quantity')
  refuses(
    t,
    () => patched(order(), { orderForm: { lineItems: [{ lineItemId: '1' }, { lineItemId: '1' }] } }),
    'orderForm.lineItems[1].lineItemId',
  )
})

t.test('given lines that replace all others, when they are known, then they keep copies and delivered quantities', async (t) => {
  const delivered = linesPatched(split(), [{ lineItemId: '1', deliveredQuantity: 1, displayName: 'Cup' }])
  const after = patched(delivered, {
    keepExistingListItems: false,
    orderForm: {
      lineItems: [
        { lineItemId: '1', quantity: 5, placedPrice: 10 },
        { quantity: 1, code: 'NEW' },
      ],
    },
  })
  t.same(
    after.orderForm.lineItems.map(({ lineItemId }) => lineItemId),
    ['1', '2'],
  )
  t.match(findOrderLine(after), { quantity: 5, deliveredQuantity: 1, displayName: null })
  t.same(
    [counts(after, 'quantity'), counts(after, 'deliveredQuantity')],
    [
      [3, 2],
      [0, 1],
    ],
  )
  t.match(copyQuantities(after)[0], { displayName: null, placedPrice: 10 })
  t.match(findOrderLine(after, '2'), { code: 'NEW' })
  const returned = linesPatched(linesPatched(order(), [{ lineItemId: '1', deliveredQuantity: 2 }]), [
    { lineItemId: '1', returnQuantity: 2 },
  ])
  const again = patched(returned, { keepExistingListItems: false, orderForm: { lineItems: [{ lineItemId: '1', quantity: 2 }] } })
  t.same(
    [findOrderLine(again)?.deliveredQuantity, findOrderLine(again)?.returnQuantity, counts(again, 'returnQuantity')],
    [2, 0, [0]],
  )
  const none = patched(order(), { keepExistingListItems: false, orderForm: { lineItems: [] } })
  t.same([none.orderForm.lineItems, none.orderForm.shipments[0]?.lineItems, none.total], [[], [], 0])
})
