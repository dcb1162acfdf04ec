import { productCreated, productDeleted, productUpdated } from '@open-oms/contracts/catalog/events'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { defineConsumer } from '@open-oms/service-kit/events/consumer'
import { startOutboxRelay } from '@open-oms/service-kit/events/outbox-relay'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const log = createLogger({ service: 'test', level: 'silent' })

t.test('given written products, when their events are consumed from NATS, then each comes once and in order', async (t) => {
  const catalog = await testCatalog(t)
  const { nats } = await testEvents(t)
  const { database } = catalog
  const seen: string[] = []
  const handle = async (
    _tx: unknown,
    { type, sequence, data }: { type: string; sequence?: number; data: { productId: string } },
  ) => {
    seen.push(`${data.productId} ${sequence} ${type}`)
  }
  const consumer = defineConsumer({
    name: 'test-products',
    stream: 'CATALOG',
    handlers: {
      [productCreated.type]: { contract: productCreated, handle },
      [productUpdated.type]: { contract: productUpdated, handle },
      [productDeleted.type]: { contract: productDeleted, handle },
    },
  })

  const send = (method: 'POST' | 'PUT', body: object) => catalog.send({ method, url: '/api/products', body })
  const remove = (productId: string) => catalog.send({ method: 'DELETE', url: `/api/products/${productId}` })
  // Written before anything is published or consumed: nothing is lost.
  await send('POST', { productId: 'cup', price: 89 })
  await send('POST', { productId: 'box', isPackage: true, components: [{ productId: 'cup', quantity: 4 }] })

  const relay = startOutboxRelay({ databaseUrl: database.url, nats, log })
  t.teardown(() => relay.stop())
  const running = startConsumers({ database, databaseUrl: database.url, nats, log }, [consumer])
  t.teardown(() => running.stop())
  await send('PUT', { productId: 'cup', price: 99 })
  await send('PUT', { productId: 'nobody' })

  await remove('cup')
  await remove('box')
  await remove('cup')
  await send('POST', { productId: 'cup', price: 79 })

  await eventually(() => seen.length >= 6, 'six events arrived')
  const of = (productId: string) => seen.filter((line) => line.startsWith(`${productId} `))
  const events = ['created', 'updated', 'deleted', 'created'].map((verb, at) => `cup ${at + 1} catalog.product.${verb}.v1`)
  t.same(of('cup'), events, 'the one that took the id again continues with the sequence')
  t.same(of('box'), ['box 1 catalog.product.created.v1', 'box 2 catalog.product.deleted.v1'])
  await eventually(async () => (await catalog.events()).length === 0, 'the outbox is empty again')
})

t.test('given a refused product, when it is created, then there is no event', async (t) => {
  const catalog = await testCatalog(t)
  await catalog.send({
    method: 'POST',
    url: '/api/products',
    body: { productId: 'box', components: [{ productId: 'gone', quantity: 1 }] },
  })
  t.same(await catalog.events(), [])
})
