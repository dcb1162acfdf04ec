import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { buildLinesPatch, changedMoney, linesProblem, toDraftLines } from './line-edit.ts'

const line = {
  ...{ displayName: null, packageLineItemId: null, modifiedReason: null, orderLineDiscounts: [] as object[] },
  ...{ deliveredQuantity: 0, canceledQuantity: 0 },
}
const cup = { ...line, lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 100 }
const box = { ...line, lineItemId: '2', code: 'BOX', quantity: 1, placedPrice: 300 }
const part = { ...line, lineItemId: '3', code: 'PART', quantity: 4, placedPrice: 0, packageLineItemId: '2' }
const order = (...lineItems: object[]) => ({ orderForm: { lineItems } }) as unknown as Order
const sold = order(cup, box, part)
const drafts = toDraftLines(sold)
const changed = (index: number, changes: object) => drafts.with(index, { ...drafts[index], ...changes } as never)
const sent = (lines: typeof drafts) => buildLinesPatch(sold, lines)?.orderForm?.lineItems ?? []

t.test('given an order, when its lines are edited, then components are not, and nothing changed is no patch', async (t) => {
  t.match(drafts, [
    { id: '1', name: 'Cup', quantity: 2, price: 100, discount: null, reason: '' },
    { id: '2', name: 'BOX' },
  ])
  t.equal(drafts.length, 2)
  t.equal(buildLinesPatch(sold, drafts), null)
  t.equal(linesProblem(sold, drafts), null)
})

t.test('given other quantities, prices and discounts, when they are sent, then the list is whole', async (t) => {
  const patch = buildLinesPatch(sold, changed(0, { quantity: 3, price: 90, reason: ' Scratched ' }))
  t.match(patch, {
    keepExistingListItems: false,
    orderForm: {
      lineItems: [{ ...cup, quantity: 3, placedPrice: 90, modifiedReason: 'Scratched' }, box, part],
    },
  })
  const [discounted] = sent(changed(0, { discount: 10, reason: 'Late' }))
  t.match(discounted, {
    orderLineDiscounts: [{ rewardType: 'Percentage', discountName: 'Late', discountValue: 10, skuIds: ['CUP'] }],
  })
  const added = { id: '4', code: 'NEW', name: 'New', quantity: 1, listPrice: 50, price: 50, discount: null, reason: '' }
  t.same(sent([...drafts, added]).at(-1), { lineItemId: '4', code: 'NEW', displayName: 'New', quantity: 1, placedPrice: 50 })
})

t.test('given a package, when it is doubled or removed, then its components are too', async (t) => {
  t.match(sent(changed(1, { quantity: 2 })), [{}, { quantity: 2 }, { lineItemId: '3', quantity: 8 }])
  t.same(
    sent(drafts.slice(0, 1)).map(({ lineItemId }) => lineItemId),
    ['1'],
  )
})

t.test('given a discount, when another one is agreed on, then other discounts stay', async (t) => {
  const fixed = { discountId: 'a', rewardType: 'Value', discountValue: 5 }
  const percent = { discountId: 'b', rewardType: 'Percentage', discountValue: 20, discountName: 'Summer' }
  const before = order({ ...cup, orderLineDiscounts: [fixed, percent] })
  const [draft] = toDraftLines(before)
  t.match(draft, { discount: 20, reason: 'Summer' })
  const patch = (discount: number | null) => buildLinesPatch(before, [{ ...draft, discount } as never])?.orderForm?.lineItems?.[0]
  t.match(patch(30)?.orderLineDiscounts, [fixed, { discountValue: 30, discountName: 'Summer' }])
  t.same(patch(null)?.orderLineDiscounts, [fixed])
})

t.test('given edited lines, when something is missing, then they cannot be saved', async (t) => {
  t.equal(linesProblem(sold, []), 'empty')
  t.equal(linesProblem(sold, changed(0, { quantity: 0 })), 'quantity')
  t.equal(linesProblem(sold, changed(0, { price: null })), 'quantity')
  t.equal(linesProblem(sold, changed(0, { price: 90 })), 'reason')
  t.equal(linesProblem(sold, changed(0, { price: 90, reason: 'Late' })), null)
  const shipped = order({ ...cup, deliveredQuantity: 1, canceledQuantity: 0.5 }, box)
  const [first, second] = toDraftLines(shipped)
  t.equal(linesProblem(shipped, [{ ...first, quantity: 1 } as never, second as never]), 'settled')
  t.equal(linesProblem(shipped, [second as never]), 'settled', 'removed')
  t.equal(linesProblem(shipped, [{ ...first, quantity: 1.5 } as never, second as never]), null)
})

t.test('given an order before and after, when its money is compared, then what is due or to refund is named', async (t) => {
  const money = (netTotal: number, fields: object = {}) =>
    ({
      netTotal,
      remainingPayment: 0,
      orderForm: { capturedPaymentTotal: 0, creditPaymentTotal: 0 },
      ...fields,
    }) as unknown as Order
  t.same(changedMoney(money(200), money(300.1, { remainingPayment: 100.1 })), {
    total: 300.1,
    change: 100.1,
    due: 100.1,
    toRefund: 0,
  })
  const captured = { orderForm: { capturedPaymentTotal: 200, creditPaymentTotal: 20 } }
  t.same(changedMoney(money(200), money(150, captured)), { total: 150, change: -50, due: 0, toRefund: 30 })
})
