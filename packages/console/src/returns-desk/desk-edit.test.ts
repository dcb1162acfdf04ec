import type { Order } from '@open-oms/client/types'
import t from 'tap'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { arrivedUnits, buildReturnPatch, countedLines, isCounted, isMoneyChanged, mostOf, toDeskEdit } from './desk-edit.ts'

const line = { packageLineItemId: null, returnReason: null, updateStock: true, properties: [] }
const cup = { ...line, lineItemId: '1', quantity: 2, returnReason: 'Damaged' }
const box = { ...line, lineItemId: '2', quantity: 1, properties: [{ key: 'Condition', value: 'Opened' }] }
const part = { ...line, lineItemId: '3', quantity: 3, packageLineItemId: '2' }
const form = { creditAmount: 300, lineItems: [cup, box, part] } as unknown as ReturnForm
const edit = toDeskEdit(form)
const changed = (index: number, changes: object) => ({
  ...edit,
  lines: edit.lines.with(index, { ...edit.lines[index], ...changes } as never),
})

t.test('given a return, when it comes to the desk, then packages are counted and not their components', async (t) => {
  t.same(
    countedLines(form).map(({ lineItemId }) => lineItemId),
    ['1', '2'],
  )
  t.match(edit, {
    lines: [
      { reason: 'Damaged', condition: '' },
      { condition: 'Opened', quantity: 1 },
    ],
    refund: 300,
  })
  t.equal(arrivedUnits(edit), 3)
  t.equal(buildReturnPatch(form, edit), null, 'nothing is changed')
})

t.test('given what the desk has found, when it is sent, then only that is in the patch', async (t) => {
  t.same(buildReturnPatch(form, changed(0, { condition: 'Used', isRestocked: false, reason: ' Torn ' })), {
    lineItems: [{ lineItemId: '1', returnReason: 'Torn', properties: [{ key: 'Condition', value: 'Used' }], updateStock: false }],
  })
  t.same(buildReturnPatch(form, changed(0, { quantity: 1 })), { lineItems: [{ lineItemId: '1', quantity: 1 }] })
  t.same(buildReturnPatch(form, { ...edit, refund: 250 }), { creditAmount: 250 })
})

t.test('given a line of which nothing came in, when it is sent, then the form is without it and its components', async (t) => {
  const patch = buildReturnPatch(form, { ...changed(1, { quantity: 0 }), refund: 100 })
  t.match(patch, { replaceLineItemsArray: true, creditAmount: 100, lineItems: [{ lineItemId: '1', quantity: 2 }] })
  t.equal(patch?.lineItems?.length, 1)
})

t.test('given a count, when it is judged, then nothing and what is not counted cannot be received', async (t) => {
  t.ok(isCounted(edit))
  t.notOk(isCounted(changed(0, { quantity: null })))
  t.notOk(isCounted({ ...edit, lines: edit.lines.map((one) => ({ ...one, quantity: 0 })) }))
  t.ok(isCounted({ lines: [], refund: 49 }), 'a refund of shipping has no goods')
})

t.test('given an edit, when it changes goods or amount, then the refund is another one', async (t) => {
  t.notOk(isMoneyChanged(form, changed(0, { condition: 'Used', isRestocked: false })))
  t.ok(isMoneyChanged(form, changed(0, { quantity: 1 })))
  t.ok(isMoneyChanged(form, { ...edit, refund: 299 }))
})

t.test('given more units than were announced, when they are counted, then what the customer has is the limit', async (t) => {
  const orderForm = { lineItems: [{ lineItemId: '1', deliveredQuantity: 5, returnQuantity: 3 }] }
  const order = { orderForm } as unknown as Order
  t.equal(mostOf(order, form.lineItems[0] as never), 4)
  t.equal(mostOf(order, form.lineItems[1] as never), 1, 'a line that the order never had')
})
