import { createDatabase } from '@open-oms/service-kit/database/database'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { insertDirectly, simpleOrder } from '../../testing/orders/direct-writes.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { measureOrders } from './measure-orders.ts'
import { watchUnconfiguredOrders } from './unconfigured-orders.ts'

type Warning = { details: { count?: number; unconfigured?: unknown[]; err?: unknown }; message: string }

function recorder() {
  const warnings: Warning[] = []
  const log = {
    info: () => undefined,
    error: () => undefined,
    warn: (details: Warning['details'], message: string) => void warnings.push({ details, message }),
  }
  return { warnings, log: log as never }
}

async function without(name: string, status: string): Promise<OrdersConfig> {
  const config = structuredClone(await sampleConfig())
  config.orderTypes = config.orderTypes.filter((type) => type.name !== name)
  for (const type of config.orderTypes) type.orderStatuses = type.orderStatuses.filter((one) => one.name !== status)
  return config
}

// Removing a type or a status from the configuration said nothing about the orders that had it.
t.test(
  'given orders of a removed type and status, when the service starts or reloads, then log and metric count them',
  async (t) => {
    const { deps, database } = await testOrders(t)
    const orders = [
      simpleOrder('fine'),
      { ...simpleOrder('gone'), orderType: 'Replacement' },
      { ...simpleOrder('gone too'), orderType: 'Replacement' },
      { ...simpleOrder('held'), status: 'OnHold' },
      { ...simpleOrder('deleted'), orderType: 'Replacement', status: 'Deleted' },
    ]
    for (const order of orders) await insertDirectly(deps, order)
    const removed = await without('Replacement', 'OnHold')
    let config = removed
    let reloaded: () => void = () => undefined
    const { log, warnings } = recorder()
    const metrics = createMetrics('test')
    const onReload = (listener: () => void) => {
      reloaded = listener
    }
    const watch = watchUnconfiguredOrders({ query: database.query, config: () => config, onReload, log })
    measureOrders({ query: database.query, config: () => config, now: () => new Date(), metrics })
    t.teardown(watch.stop)
    await eventually(() => warnings.length === 1, 'the start warns')
    const held = { orderType: 'Online', status: 'OnHold', missing: 'status', count: 1 }
    const gone = { orderType: 'Replacement', status: 'New', missing: 'orderType', count: 2 }
    t.match(warnings[0], { details: { count: 3, unconfigured: [held, gone] }, message: /docs\/how-to\/remove-a-status\.md/ })
    const page = await metrics.page()
    t.match(page, /^oms_orders_unconfigured\{order_type="Replacement",status="New",missing="orderType",service="test"\} 2$/m)
    t.match(page, /^oms_orders_unconfigured\{order_type="Online",status="OnHold",missing="status",service="test"\} 1$/m)
    config = await without('', 'OnHold')
    reloaded()
    await eventually(() => warnings.length === 2, 'the reload warns')
    t.match(warnings[1], { details: { count: 1, unconfigured: [held] } })
    config = await sampleConfig()
    reloaded()
    await watch.stop()
    t.equal(warnings.length, 2, 'a complete configuration warns of nothing')
    t.notMatch(await metrics.page(), /^oms_orders_unconfigured\{/m)
  },
)

t.test('given an unreachable database, when the service starts and stops, then neither waits for it', async (t) => {
  const { log, warnings } = recorder()
  const config = await sampleConfig()
  const nobody = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', log, poolSizeMax: 1, applicationName: 'test' })
  t.teardown(nobody.close)
  const watch = watchUnconfiguredOrders({ query: nobody.query, config: () => config, onReload: () => undefined, log })
  await eventually(() => warnings.length > 0, 'it is logged')
  t.match(warnings[0], { details: { err: { code: 'Unavailable' } }, message: /trying again later/ })
  await watch.stop()
})
