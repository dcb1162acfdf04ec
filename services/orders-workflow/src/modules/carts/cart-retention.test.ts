import t from 'tap'
import { aProduct } from '../../testing/products/test-products.ts'
import { cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { maintenanceJobs } from '../maintenance/maintenance.ts'
import { removeExpiredCarts } from './cart-retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const test = await testOrders(t)
const carts = cartCalls(test)
const after = (days: number) => ({ ...test.deps, now: () => new Date(Date.now() + days * DAY_MS) })
const count = async (table: string) => (await test.database.query({ text: `select from ${table}` })).length

t.test('given expired carts, when they are removed, then the link to an order that was made of one stays', async (t) => {
  await knownProducts(test, aProduct('CUP'))
  const lineItems = [{ code: 'CUP', quantity: 1 }]
  const ordered = await createdCart(test, { orderForm: { lineItems } })
  const open = await createdCart(test)
  const long = await createdCart(test, { expiredDate: '2200-01-01' })
  const order = await carts.order(ordered.id)
  t.equal(order.status, 201)
  t.equal(await removeExpiredCarts(after(29)), 0)
  t.equal(await count('cart'), 3)
  t.equal(await removeExpiredCarts(after(31)), 2)
  for (const { id } of [ordered, open]) t.equal((await carts.read(id)).status, 404)
  t.equal((await carts.read(long.id)).status, 200)
  t.match(await carts.order(ordered.id), { status: 200, body: { id: order.body.id } })
  t.equal((await carts.order(open.id)).status, 404)
  t.equal((await test.send({ method: 'POST', url: '/api/cart', body: { id: ordered.id } })).status, 409)
  t.equal((await test.send({ method: 'POST', url: '/api/cart', body: { id: open.id } })).status, 201)
})

t.test('given an expired cart that is not removed yet, when it is read, then the response is 404', async (t) => {
  const { id } = await createdCart(test)
  await test.database.query({ text: `update cart set expires = now() - interval '1 second' where id = $1`, values: [id] })
  const responses = [
    await carts.read(id),
    await carts.add(id, { skuId: 'CUP', quantity: '1' }),
    await carts.set(id, { code: 'CUP', quantity: 1 }),
    await carts.select([id, '1'], [{ componentId: '1', skuId: 'CUP' }]),
    await carts.order(id),
    await carts.dryRun(id, 'New'),
    await carts.remove(id),
  ]
  t.same([...new Set(responses.map(({ status }) => status))], [404])
})

t.test('given more expired carts than one batch, when they are removed, then all go, and an abort stops early', async (t) => {
  await test.database.query({
    text: `insert into cart (id, version_number, version_id, expires, has_fixed_expiry, versions, document)
      select 'old-' || n, 1, gen_random_uuid(), now() - interval '1 year', false, '[]', '{}' from generate_series(1, 1201) as n`,
  })
  t.equal(await removeExpiredCarts(test.deps, AbortSignal.abort()), 0)
  t.ok((await removeExpiredCarts(test.deps)) >= 1201)
  t.ok(maintenanceJobs.some(({ run }) => run === removeExpiredCarts))
})
