import t from 'tap'
import { authorization, orderBody, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const create = (body: unknown) => test.send({ method: 'POST', url: '/api/Orders', body })

t.test('given a reserved, empty, long or unprintable id, when an order is created, then it is refused', async (t) => {
  for (const id of [
    '',
    'Search',
    'scroll',
    'GETORDERS',
    'carts',
    'secret',
    'Changes',
    '..',
    'a\u0000b',
    'a\nb',
    'x'.repeat(101),
  ]) {
    const response = await create(orderBody({ id }))
    t.equal(response.status, 400, JSON.stringify(id))
    t.ok(response.body.errors.id, JSON.stringify(id))
  }
})

const bad: Record<string, [Record<string, unknown>, string]> = {
  'no id and no number': [{ id: null, orderNumber: null }, 'id'],
  'no store': [{ storeId: null }, 'storeId'],
  'an unknown store': [{ storeId: 'Nowhere' }, 'storeId'],
  'an unknown market': [{ marketId: 'MARS' }, 'marketId'],
  'an unknown currency': [{ billingCurrency: 'ZZZ' }, 'billingCurrency'],
  'an empty currency': [{ billingCurrency: '' }, 'billingCurrency'],
  'no order type': [{ orderType: null }, 'orderType'],
  'an unknown order type': [{ orderType: 'Lottery' }, 'orderType'],
  'no status': [{ status: null }, 'status'],
  'a status that the type does not have': [{ status: 'PickedUp' }, 'status'],
  'a number as text': [{ paymentTermsNet: '14' }, 'paymentTermsNet'],
  'a bad date': [{ created: '2026-13-45' }, 'created'],
  'a line without quantity': [
    { orderForm: { lineItems: [{ lineItemId: '1', placedPrice: 1 }] } },
    'orderForm.lineItems[0].quantity',
  ],
  'a negative quantity': [{ orderForm: { lineItems: [{ quantity: -1, placedPrice: 1 }] } }, 'orderForm.lineItems[0].quantity'],
  'a negative price': [{ orderForm: { lineItems: [{ quantity: 1, placedPrice: -1 }] } }, 'orderForm.lineItems[0].placedPrice'],
  'a price of 20 digits': [
    { orderForm: { lineItems: [{ quantity: 1, placedPrice: 1e19 }] } },
    'orderForm.lineItems[0].placedPrice',
  ],
  'a line id twice': [
    {
      orderForm: {
        lineItems: [
          { lineItemId: '1', quantity: 1 },
          { lineItemId: '1', quantity: 1 },
        ],
      },
    },
    'orderForm.lineItems[1].lineItemId',
  ],
  'a shipment with too few of a line': [
    {
      orderForm: {
        lineItems: [{ lineItemId: '1', quantity: 2 }],
        shipments: [{ lineItems: [{ lineItemId: '1', quantity: 1 }] }],
      },
    },
    'orderForm.lineItems[0].quantity',
  ],
  'a shipment with an unknown line': [
    {
      orderForm: {
        lineItems: [{ lineItemId: '1', quantity: 1 }],
        shipments: [{ lineItems: [{ lineItemId: '9', quantity: 1 }] }],
      },
    },
    'orderForm.shipments[0].lineItems[0].lineItemId',
  ],
  'a payment without amount': [{ orderForm: { payments: [authorization({ amount: null })] } }, 'orderForm.payments[0].amount'],
  'a payment of an unknown type': [
    { orderForm: { payments: [authorization({ transactionType: 'Gift' })] } },
    'orderForm.payments[0].transactionType',
  ],
  'a payment that rounds to 0 in the currency of the order': [
    { billingCurrency: 'jpy', orderForm: { payments: [authorization({ amount: 0.4 })] } },
    'orderForm.payments[0].amount',
  ],
  'a payment that rounds to 0 in the currency of the market': [
    { orderForm: { payments: [authorization({ amount: 0.0049 })] } },
    'orderForm.payments[0].amount',
  ],
  'more than 250 tags': [{ tags: Array.from({ length: 251 }, (_, index) => `t${index}`) }, 'tags'],
}
for (const [what, [fields, path]] of Object.entries(bad)) {
  t.test(`given an order with ${what}, when it is created, then it is refused at ${path}`, async (t) => {
    const response = await create(orderBody(fields))
    t.equal(response.status, 400)
    t.equal(response.body.error, 'ValidationFailed')
    t.ok(response.body.errors[path], JSON.stringify(response.body.errors))
  })
}

t.test('given a currency in any letter case, when an order is created, then it is kept in upper case', async (t) => {
  const { status, body } = await create(orderBody({ billingCurrency: 'sek' }))
  t.equal(status, 201)
  t.equal(body.billingCurrency, 'SEK')
})

t.test('given a line with more delivered than ordered, when an order is created, then it is QuantityNotAvailable', async (t) => {
  const response = await create(orderBody({ orderForm: { lineItems: [{ quantity: 1, deliveredQuantity: 2 }] } }))
  t.equal(response.status, 400)
  t.equal(response.body.error, 'QuantityNotAvailable')
})
