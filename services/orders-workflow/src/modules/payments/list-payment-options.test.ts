import t from 'tap'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const options = (id: string, as: { storeIds?: string[]; roles?: string[] } = {}) =>
  test.send({ url: `/api/Orders/${encodeURIComponent(id)}/GetPaymentOptions`, as })
const optionNames = (list: { name: string }[]) => list.map(({ name }) => name)

t.test(
  'given an order, when its payment options are read, then they are those of its market, with the fields of the API',
  async (t) => {
    const { id } = await createdOrder(test)
    const { status, body, text } = await options(id, { roles: ['OrderRead'] })
    t.equal(status, 200)
    t.strictSame(optionNames(body), ['Card', 'Invoice', 'GiftCard', 'Cash', 'Vipps'])
    t.strictSame(body[1], {
      name: 'Invoice',
      paymentMethodName: 'Invoice',
      providerName: 'Manual',
      displayName: 'Invoice',
      authorizationTimeInDays: 30,
      displayInCart: true,
      editable: true,
      isEmptyPayment: false,
      logoUrl: null,
      termsUrl: 'https://example.com/terms/invoice',
    })
    t.notMatch(text, /connector/i)
  },
)

t.test('given a method of one market, when the options of another are read, then it is absent', async (t) => {
  const { id } = await createdOrder(test, { marketId: 'SWE', storeId: 'Stockholm-01' })
  t.notOk(optionNames((await options(id)).body).includes('Vipps'))
})

t.test('given an unknown order or one of another store, when its options are read, then the response is 404', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await options('no such order')).status, 404)
  t.equal((await options(id, { storeIds: ['Bergen-01'] })).status, 404)
})
