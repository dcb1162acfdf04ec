import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import t from 'tap'
import { held, releasedAll } from '../../testing/orders/holding.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'
import { measureHeldOrders } from './measure-held-orders.ts'

t.test('given held orders, when the metrics are read, then they show how many there are and since when', async (t) => {
  const test = await testOrders(t)
  const metrics = createMetrics('test')
  const later = () => new Date(Date.now() + 3_600_000)
  let reads = 0
  const query: typeof test.database.query = (statement) => {
    reads++
    return test.database.query(statement)
  }
  measureHeldOrders({ query, now: later, metrics })
  const figures = async () => {
    const page = await metrics.page()
    const figure = (name: string) => Number(new RegExp(`^${name}\\{service="test"\\} (\\S+)$`, 'm').exec(page)?.[1])
    return [figure('oms_orders_held'), Math.floor(figure('oms_orders_held_oldest_age_seconds') / 3_600)]
  }
  t.strictSame(await figures(), [0, 0])
  t.equal(reads, 1, 'both gauges are read from one count')
  const [one, other] = [await createdOrder(test), await createdOrder(test)]
  await held(test, one.id)
  await held(test, one.id, { body: { reasonCode: 'Second' } })
  await held(test, other.id)
  t.strictSame(await figures(), [2, 1])
  await test.send({ method: 'DELETE', url: `/api/Orders/${other.id}` })
  await releasedAll(test, one.id)
  t.strictSame(await figures(), [0, 0])
})
