import type { ProductEventData } from '@open-oms/contracts/catalog/events'
import type { EventEnvelope } from '@open-oms/contracts/event'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { aProduct } from '../testing/products/test-products.ts'
import { onProductChanged } from './on-product-changed.ts'
import { findProducts, findSkusOfProducts } from './product-copy.ts'

const productEvent = (verb: string, sequence: number, data: ProductEventData): EventEnvelope => ({
  specversion: '1.0',
  id: `${data.productId}-${sequence}`,
  source: '/catalog/product',
  type: `catalog.product.${verb}.v1`,
  subject: data.productId,
  time: '2026-01-01T00:00:00Z',
  datacontenttype: 'application/json',
  dataschema: 'urn:oms:event',
  sequence,
  data,
})

t.test('when product events arrive, then the copy follows those of each product in sequence', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const { nats } = await testEvents(t)
  const deps = { database, databaseUrl: database.url, nats, log: createLogger({ service: 'test', level: 'silent' }) }
  const running = startConsumers(deps, [onProductChanged()])
  t.teardown(() => running.stop())
  const publish = (event: EventEnvelope) => nats.jetstream.publish(event.type, JSON.stringify(event))
  const sku = (skuId: string, fields = {}) => ({
    skuId,
    name: null,
    isPackage: false,
    isBundle: false,
    gtins: ['1', '2'],
    imageUrl: null,
    components: [],
    ...fields,
  })
  const component = {
    productId: 'LID',
    quantity: 1,
    componentId: 'a',
    skuId: null,
    options: [{ skuId: 'LID-RED', productId: null, priceOffsets: [{ marketId: 'NOR', amount: 10, currency: 'NOK' }] }],
    isRequired: true,
    componentName: null,
    shipTogetherWithComponentId: 'b',
  }
  const second = aProduct('CUP', {
    revision: 2,
    name: 'Cup \u0000 2',
    skus: [
      sku('CUP-S', { name: 'Small', imageUrl: 'https://img.example/s' }),
      sku('CUP-L', { components: [{ ...component, quantity: 2 }] }),
    ],
    prices: [
      { skuId: 'CUP-S', price: 99.9, cost: null },
      { skuId: 'CUP-L', price: null, cost: 12.3456 },
    ],
    isPackage: true,
    components: [component],
  })
  await publish(productEvent('updated', 2, second))
  await publish(productEvent('created', 1, aProduct('CUP')))
  await publish(productEvent('created', 1, aProduct('GONE')))
  await publish(productEvent('deleted', 2, aProduct('GONE')))
  await publish(productEvent('created', 1, aProduct('LAST')))
  await eventually(async () => (await findProducts(database, ['LAST'])).length === 1, 'the last one is handled')
  await eventually(async () => (await findProducts(database, ['CUP-S'])).length === 1, 'the late one is handled')
  t.same(await findProducts(database, ['CUP', 'GONE', 'nobody']), [], 'SKUs that a product no longer has are deleted')
  t.match(await findProducts(database, ['CUP-S', 'CUP-L']), [
    { skuId: 'CUP-L', productId: 'CUP', name: 'Cup  2', price: null, cost: 12.3456, components: [{ quantity: 2 }] },
    {
      skuId: 'CUP-S',
      name: 'Small',
      brand: 'Brand',
      imageUrl: 'https://img.example/s',
      price: 99.9,
      taxRate: 25,
      isPackage: true,
      isBundle: false,
      components: [component],
    },
  ])
  const skus = await findSkusOfProducts(database, ['CUP', 'GONE'])
  t.same(
    skus.map(({ skuId }) => skuId),
    ['CUP-L', 'CUP-S'],
    'the variants that a component may be when it names the product alone',
  )
})
