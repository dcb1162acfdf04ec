import t from 'tap'
import { type DraftLine, draftProblem, emptyDraft, needsReason, toCart } from './draft.ts'

const line: DraftLine = {
  id: '1',
  code: 'LAMP',
  name: 'Lamp',
  quantity: 2,
  listPrice: 400,
  price: 400,
  discount: null,
  reason: '',
}
const draft = { ...emptyDraft, storeId: 'Bergen-01', customerName: 'Kari', lines: [line] }
const noMarket = { marketId: undefined, paid: null }

t.test('given a draft that lacks something, when it is looked at, then that is said', async (t) => {
  t.equal(draftProblem(draft), null)
  t.equal(draftProblem({ ...draft, storeId: '' }), 'store')
  t.equal(draftProblem({ ...draft, customerName: ' ' }), 'customer')
  t.equal(draftProblem({ ...draft, lines: [] }), 'lines')
  t.equal(draftProblem({ ...draft, lines: [{ ...line, quantity: null }] }), 'quantity')
  t.equal(draftProblem({ ...draft, lines: [{ ...line, price: null }] }), 'quantity')
  t.equal(draftProblem({ ...draft, lines: [{ ...line, price: 300 }] }), 'reason')
  t.equal(draftProblem({ ...draft, lines: [{ ...line, discount: 10, reason: 'Late' }] }), null)
})

t.test('given a line, when its price is not that of the catalogue, then it needs a reason', async (t) => {
  t.equal(needsReason(line), false)
  t.equal(needsReason({ ...line, discount: 5 }), true)
  t.equal(needsReason({ ...line, price: 399 }), true)
  t.equal(needsReason({ ...line, listPrice: null, price: 10 }), false)
})

t.test('given a draft, when it becomes a cart, then discounts have their reason and payments their amount', async (t) => {
  const lines = [{ ...line, discount: 10, reason: 'Late' }]
  const cart = toCart({ ...draft, lines, city: 'Bergen', countryCode: 'no' }, noMarket)
  t.match(cart, {
    storeId: 'Bergen-01',
    customerName: 'Kari',
    billingAddress: { name: 'Kari', city: 'Bergen', countryCode: 'NO' },
    orderForm: {
      lineItems: [{ code: 'LAMP', placedPrice: 400, orderLineDiscounts: [{ discountName: 'Late', discountValue: 10 }] }],
      shipments: [{ address: { city: 'Bergen' } }],
      payments: { length: 0 },
    },
  })
  const paid = { amount: 720, transactionId: 'cart-1' }
  const types = (payment: 'Invoice' | 'Paid' | 'Later') =>
    toCart({ ...draft, payment }, { marketId: 'NOR', paid }).orderForm.payments.map(({ transactionType }) => transactionType)
  t.same([types('Invoice'), types('Paid'), types('Later')], [['Invoiced'], ['Sale'], []])
})
