import { eventsOfOperation, operationsWithEvents } from '@open-oms/contracts/events/operation-events'
import t from 'tap'
import { openApiDocuments, publishers } from './interface-documents.ts'

const documents = [...openApiDocuments().values()]

t.test('given the events that follow from operations, when they are looked up, then operations and events exist', async (t) => {
  const operations = new Set(
    documents.flatMap(({ paths }) => Object.values(paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId))),
  )
  const types = new Set(publishers.flatMap(({ events }) => events.map(({ type }) => type)))
  for (const operation of operationsWithEvents) {
    t.ok(operations.has(operation), operation)
    t.strictSame(
      eventsOfOperation(operation).filter((type) => !types.has(type)),
      [],
      operation,
    )
  }
})

t.test(
  'given the events of orders and products, when operations are looked through, then each event follows from one',
  async (t) => {
    const following = new Set(operationsWithEvents.flatMap(eventsOfOperation))
    const types = publishers
      .filter(({ service }) => ['orders-workflow', 'catalog-assets'].includes(service))
      .flatMap(({ events }) => events.map(({ type }) => type))
    t.strictSame(
      types.filter((type) => !following.has(type)),
      [],
    )
  },
)
