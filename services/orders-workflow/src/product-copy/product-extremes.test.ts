import { catalogEvents, ProductEventData, productCreated, productUpdated } from '@open-oms/contracts/catalog/events'
import type { EventEnvelope } from '@open-oms/contracts/event'
import { eventReader } from '@open-oms/service-kit/events/incoming-event'
import { extremeCases } from '@open-oms/service-kit/testing/extreme-values'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { onProductChanged } from './on-product-changed.ts'
import { findSkusOfProducts } from './product-copy.ts'

const database = await testDatabase(t, 'orders-workflow')
const consumer = onProductChanged()
const read = eventReader(consumer)

/** Handles an event as it comes from the stream, in its own transaction. */
async function handle(type: string, data: unknown): Promise<void> {
  const envelope = { specversion: '1.0', id: 'e', source: '/catalog/product', type, subject: 'x', time: '2026-01-01T00:00:00Z' }
  const text = JSON.stringify({ ...envelope, datacontenttype: 'application/json', dataschema: 'urn:oms', sequence: 1, data })
  const result = read(text, 'place')
  if ('refused' in result) throw new Error(result.refused.reason)
  const { event, handler } = result.incoming
  await database.inTransaction(async (tx) => handler?.handle(tx, event as EventEnvelope<never>))
}

// Found in a trial from outside: a tax rate that the catalogue took was too large for this table,
// and the product was stuck.
t.test('given any extreme that the contract of a product event allows, when the event comes, then the copy has it', async (t) => {
  let count = 0
  for (const { title, value } of extremeCases(ProductEventData)) {
    const data = value as ProductEventData
    count++
    try {
      await handle(count % 2 === 0 ? productCreated.type : productUpdated.type, data)
      await findSkusOfProducts(database, [data.productId])
    } catch (error) {
      t.fail(`${title}: ${(error as Error).message.slice(0, 200)}`)
    }
  }
  t.ok(count > 100, `${count} cases`)
})

t.test(
  'given the events of the catalogue, when they are compared with the handlers, then every one of a product is covered here',
  async (t) => {
    const handled = [...consumer.handlers.values()].map(({ contract }) => contract)
    t.ok(handled.every(({ data }) => data === ProductEventData))
    t.ok(handled.every((contract) => (catalogEvents as readonly unknown[]).includes(contract)))
  },
)
