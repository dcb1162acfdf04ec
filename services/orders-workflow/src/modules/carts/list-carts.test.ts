import t from 'tap'
import { cartCalls, createdCart } from '../../testing/test-carts.ts'
import { orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const carts = cartCalls(test)
const phone = { salesChannel: 'Phone', orderForm: orderFormBody() }
const list = async (query: Record<string, string> = {}, as: object = {}) =>
  (await test.send({ url: '/api/cart', query: { salesChannel: 'Phone', ...query }, as: { roles: ['OrderRead'], ...as } })).body
const ids = ({ result }: { result: { id: string }[] }) => result.map(({ id }) => id)

for (const id of ['draft-1', 'draft-2', 'draft-3']) await createdCart(test, { id, ...phone })
await createdCart(test, { id: 'of-the-web', salesChannel: 'Web' })
await createdCart(test, { id: 'of-nothing' })

t.test(
  'given open carts of a channel, when they are listed in pages, then those that were changed last come first',
  async (t) => {
    const first = await list({ take: '2' })
    t.match(first.result[0], { id: 'draft-3', customerName: 'Kari Nordmann', storeId: 'Oslo-01', total: 498.9, lineCount: 2 })
    t.same(ids(first), ['draft-3', 'draft-2'])
    const second = await list({ take: '2', after: first.next })
    t.same([ids(second), second.next], [['draft-1'], null])
    await carts.replace('draft-1', { ...phone, storeId: 'Bergen-01', customerName: 'Ola' })
    t.match((await list()).result[0], { id: 'draft-1', customerName: 'Ola' })
  },
)

t.test(
  'given a caller of one store, or a store that is asked for, when carts are listed, then others are not there',
  async (t) => {
    t.same(ids(await list({}, { storeIds: ['Bergen-01'] })), ['draft-1'])
    t.same(ids(await list({ storeId: 'Bergen-01' })), ['draft-1'])
    t.same(ids(await list({ storeId: 'Oslo-01' }, { storeIds: ['Bergen-01'] })), [])
  },
)

t.test('given a cart that became an order or was deleted, when carts are listed, then it is not there', async (t) => {
  const ordered = await test.send({ method: 'POST', url: '/api/cart/draft-2/CreateOrder', query: { orderType: 'Online' } })
  t.equal(ordered.status, 201, ordered.text)
  await carts.remove('draft-3')
  t.same(ids(await list()), ['draft-1'])
})

t.test('given a wrong take or cursor, when carts are listed, then it is 400', async (t) => {
  for (const query of ['salesChannel=Phone&take=0', 'salesChannel=Phone&after=x', 'take=1'])
    t.equal((await test.send({ url: `/api/cart?${query}` })).status, 400, query)
})
