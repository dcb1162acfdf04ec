// Own process: three servers, of which it kills one after the other.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@oms/local-servers/free-port'
import { startTemporaryNats, type TemporaryNats } from '@oms/local-servers/temporary-nats'
import pino from 'pino'
import t, { type Test } from 'tap'
import { counterTables, growCounter } from '../testing/counter-events.ts'
import { counting, effects, haveEffects } from '../testing/counting-consumer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { connectNats, type Nats } from './connect-nats.ts'
import { startConsumers } from './consume.ts'
import { startOutboxRelay } from './outbox-relay.ts'

const log = pino({ level: 'silent' })
const COUNT = 3

/** Three nats-servers on 127.0.0.1 that know each other. */
async function cluster(t: Test): Promise<TemporaryNats[]> {
  const parent = await mkdtemp(join(tmpdir(), 'oms-cluster-'))
  const ports: number[] = []
  for (let count = 0; count < 2 * COUNT; count++) ports.push(await freePort())
  const routes = ports.slice(COUNT).map((port) => `"nats-route://127.0.0.1:${port}"`)
  const nodeOf = (index: number) => ({
    parent,
    port: ports[index] as number,
    settings: [
      `server_name: node-${index}`,
      `cluster { name: oms, listen: "127.0.0.1:${ports[COUNT + index]}", routes: [${routes}], connect_retries: 1000 }`,
    ],
  })
  const nodes = await Promise.all([0, 1, 2].map((index) => startTemporaryNats(undefined, nodeOf(index))))
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.remove()))
    await rm(parent, { recursive: true, force: true })
  })
  return nodes
}

/** A cluster has no meta leader for a moment after its start. */
async function connected(t: Test, url: string): Promise<Nats> {
  const connect = () =>
    connectNats({ url, log, replicas: COUNT, streams: ['ORDERS'], responseTimeoutMs: 2_000 }).catch(() => undefined)
  const nats = await eventually(connect, 'the cluster makes the stream')
  t.teardown(() => nats.close())
  return nats
}

t.test(
  'given three servers with three copies, when any one of them is killed while events are written, then none is lost and all are in order',
  async (t) => {
    const [database, nodes] = await Promise.all([testDatabase(t), cluster(t)])
    await database.query(counterTables)
    const nats = await connected(t, nodes.map(({ url }) => url).join(','))
    t.equal((await nats.manager.streams.info('ORDERS')).config.num_replicas, COUNT)
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
    for (const node of nodes) {
      await grow(10)
      await node.kill()
      await grow(10)
      const expected = Array.from({ length: written }, (_, index) => `a:${index + 1}`)
      await haveEffects(database, expected)
      t.same(await effects(database), expected)
      await node.start()
      const isCurrent = async () => {
        const { cluster } = await nats.manager.streams.info('ORDERS')
        return (
          cluster?.leader !== undefined &&
          cluster.replicas?.length === COUNT - 1 &&
          cluster.replicas.every(({ current }) => current)
        )
      }
      await eventually(() => isCurrent().catch(() => false), 'all copies are current')
    }
    const [left] = await database.query({
      text: 'select (select count(*) from kit.outbox) + (select count(*) from kit.dead_letter) as count',
    })
    t.same(left, { count: 0 })
  },
)
