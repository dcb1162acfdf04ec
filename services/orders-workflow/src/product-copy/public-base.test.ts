import type { EventEnvelope } from '@open-oms/contracts/event'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { openedScroll } from '../testing/orders/scrolled.ts'
import { aProduct } from '../testing/products/test-products.ts'
import { cartCalls, createdCart } from '../testing/test-carts.ts'
import { createdOrder, orderBody, testOrders } from '../testing/test-orders.ts'
import { onProductChanged } from './on-product-changed.ts'
import { findProducts } from './product-copy.ts'

// Found in an external trial: lines of orders and copies of products stored the host of files at
// the time of writing.
const OLD = 'https://old.example'
const NEW = 'https://new.example/shop'
const before = await testOrders(t, { publicBase: OLD })
const after = await testOrders(t, { publicBase: NEW, database: before.database })
const version = `?v=${'ab'.repeat(32)}`
const path = `/assets/front/cup.png${version}`
const foreign = `https://other.example/assets/x/y.png${version}`

const moved = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(`${OLD}/`, `${NEW}/`))
const orderForm = {
  lineItems: [
    { lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 100, taxRate: 25, imageUrl: OLD + path },
    { lineItemId: '2', code: 'POT', quantity: 1, placedPrice: 50, taxRate: 25, imageUrl: foreign },
  ],
}

async function storedTexts(): Promise<string> {
  const texts = await Promise.all(
    ['"order"', 'order_version', 'cart', 'product_copy', 'product_copy_sku'].map((table) =>
      before.database.query<{ text: string }>({ text: `select stored::text as text from ${table} as stored` }),
    ),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

t.test(
  'given an order with pictures, when the public base moves, then every way to read the order has the new base',
  async (t) => {
    const assets = [{ assetId: 'a', url: OLD + path, externalUrl: 'https://supplier.example/a.png', fileName: 'a.png' }]
    const order = await createdOrder(before, { orderForm, assets, customerId: 'moved' })
    t.match(order, { orderForm: { lineItems: [{ imageUrl: OLD + path }, { imageUrl: foreign }] }, assets: [{ url: OLD + path }] })
    const { id, versionId } = order
    const read = async (url: string) => (await after.send({ url })).body
    t.same(await read(`/api/Orders/${id}`), moved(order))
    t.same((await read(`/api/Orders/${id}/${versionId}`)).value, moved(order))
    const search = await after.send({ method: 'POST', url: '/api/Orders/Search', body: { customerId: 'moved' } })
    t.same(search.body.result, [moved(order)])
    t.same((await openedScroll(after, { customerId: 'moved' })).result, [moved(order)])
    const exported = async (format: string) =>
      (await after.send({ method: 'POST', url: '/api/Orders/ExportOrders', body: { customerId: 'moved', format } })).text
    t.same(JSON.parse(await exported('json')), [moved(order)])
    t.same(JSON.parse(await exported('ndjson')), moved(order))

    const update = {
      orderId: id,
      orderForm: { lineItems: [{ lineItemId: '2', imageUrl: `${NEW}/assets/back/pot.png${version}` }] },
    }
    const patched = await after.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: update })
    t.equal(patched.status, 200)
    const { versionId: next } = await read(`/api/Orders/${id}`)
    const diff = await read(`/api/Orders/${id}/Versions/${versionId}/Diff/${next}`)
    const change = { op: 'replace', path: '/orderForm/lineItems/1/imageUrl', value: `${NEW}/assets/back/pot.png${version}` }
    t.match(
      diff.find((operation: { path: string }) => operation.path === change.path),
      change,
    )
  },
)

t.test('given orders of a batch and a cart, when they are written, then nothing that is stored names the base', async (t) => {
  const batch = [orderBody({ id: 'batched', orderForm })]
  const added = await before.send({ method: 'POST', url: '/api/Orders/AddMany', body: batch })
  t.ok(added.status < 300, added.text)
  const spelled = JSON.stringify(orderBody({ id: 'spelled', orderForm }))
    .replaceAll('/', '\\/')
    .replace('"imageUrl"', '"ImageURL"')
  const headers = { 'content-type': 'application/json' }
  t.equal((await before.send({ method: 'POST', url: '/api/Orders', body: spelled, headers })).status, 201)
  const cart = await createdCart(before, { orderForm })
  t.equal(cart.orderForm.lineItems[0].imageUrl, OLD + path)
  t.same((await cartCalls(after).read(cart.id)).body, moved(cart))
  for (const id of ['batched', 'spelled'])
    t.equal((await after.send({ url: `/api/Orders/${id}` })).body.orderForm.lineItems[0].imageUrl, NEW + path, id)
  const stored = await storedTexts()
  t.notMatch(stored, /old\.example|new\.example/)
  t.match(stored, /imageUrl"+:"+\/assets\/front\/cup\.png/)
})

t.test(
  'given product events of several bases, when they are copied, then our addresses lose the base that the event names',
  async (t) => {
    const { nats } = await testEvents(t)
    const { database } = after
    const log = createLogger({ service: 'test', level: 'silent' })
    const running = startConsumers({ database, databaseUrl: database.url, nats, log, publicBase: NEW }, [onProductChanged()])
    t.teardown(() => running.stop())
    const publish = (productId: string, mainImageUrl: string, publicbase?: string) => {
      const data = aProduct(productId, { mainImageUrl })
      const event: EventEnvelope = {
        specversion: '1.0',
        id: productId,
        source: '/catalog/product',
        type: 'catalog.product.created.v1',
        subject: productId,
        time: '2026-01-01T00:00:00Z',
        datacontenttype: 'application/json',
        dataschema: 'urn:oms:event',
        sequence: 1,
        ...(publicbase === undefined ? {} : { publicbase }),
        data,
      }
      return nats.jetstream.publish(event.type, JSON.stringify(event))
    }
    // Published before the move and handled after it; after it; by the version before, which named
    // no base; and an address elsewhere.
    await publish('OLD', OLD + path, OLD)
    await publish('NEW', NEW + path, NEW)
    await publish('UNNAMED', NEW + path)
    await publish('FOREIGN', foreign, NEW)
    const codes = ['OLD', 'NEW', 'UNNAMED', 'FOREIGN']
    await eventually(async () => (await findProducts(database, codes)).length === 4, 'all are copied')
    const known = new Map((await findProducts(database, codes)).map(({ skuId, imageUrl }) => [skuId, imageUrl]))
    t.same(
      codes.map((code) => known.get(code)),
      [path, path, path, foreign],
    )
    const cart = await createdCart(after)
    const { body } = await cartCalls(after).add(cart.id, { skuId: 'OLD', quantity: '1' })
    t.match(JSON.stringify(body), `"imageUrl":"${NEW}${path}"`, 'fields that come from the copy are returned with the base')
  },
)
