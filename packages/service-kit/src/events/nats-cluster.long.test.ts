// Own process: three servers, of which it kills one after the other.
import { CLUSTER_SIZE, startTemporaryNatsCluster } from '@open-oms/local-servers/temporary-nats-cluster'
import type { ConsumerInfo, StreamInfo } from 'nats'
import pino from 'pino'
import t, { type Test } from 'tap'
import { startConsumers } from '../consumers/consume.ts'
import { counterTables, growCounter } from '../testing/counter-events.ts'
import { counting, effects, haveEffects } from '../testing/counting-consumer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { connectNats, type Nats } from './connect-nats.ts'
import { startOutboxRelay } from './outbox-relay.ts'

const log = pino({ level: 'silent' })

/** A cluster has no meta leader for a moment after its start. */
async function connected(t: Test, url: string): Promise<Nats> {
  const connect = () =>
    connectNats({ url, log, replicas: CLUSTER_SIZE, streams: ['ORDERS'], responseTimeoutMs: 2_000 }).catch(() => undefined)
  const nats = await eventually(connect, 'the cluster makes the stream')
  t.teardown(() => nats.close())
  return nats
}

/** Whether the next server may be stopped, as its operator would see it. */
function isCurrent({ cluster }: StreamInfo | ConsumerInfo): boolean {
  return (
    cluster?.leader !== undefined &&
    cluster.replicas?.length === CLUSTER_SIZE - 1 &&
    cluster.replicas.every(({ current }) => current)
  )
}

t.test(
  'given three servers with three copies, when any one of them is killed while events are written, then none is lost and all are in order',
  async (t) => {
    const [database, cluster] = await Promise.all([testDatabase(t), startTemporaryNatsCluster()])
    t.teardown(() => cluster.remove())
    await database.query(counterTables)
    const nats = await connected(t, cluster.url)
    t.equal((await nats.manager.streams.info('ORDERS')).config.num_replicas, CLUSTER_SIZE)
    const relay = startOutboxRelay({ databaseUrl: database.url, nats, log })
    const running = startConsumers({ database, databaseUrl: database.url, nats, log }, [counting()])
    t.teardown(async () => {
      await running.stop()
      await relay.stop()
    })
    let written = 0
    const grow = async (count: number) => {
      for (let index = 0; index < count; index++) await growCounter(database.inTransaction, 'a')
      written += count
    }
    for (const node of cluster.nodes) {
      await grow(10)
      await node.kill()
      await grow(10)
      const expected = Array.from({ length: written }, (_, index) => `a:${index + 1}`)
      await haveEffects(database, expected)
      t.same(await effects(database), expected)
      await node.start()
      const areCurrent = async () => {
        const stream = await nats.manager.streams.info('ORDERS')
        const consumer = await nats.manager.consumers.info('ORDERS', 'counting')
        return isCurrent(stream) && isCurrent(consumer)
      }
      await eventually(() => areCurrent().catch(() => false), 'all copies of stream and consumer are current')
    }
    const [left] = await database.query({
      text: 'select (select count(*) from kit.outbox) + (select count(*) from kit.dead_letter) as count',
    })
    t.same(left, { count: 0 })
  },
)
