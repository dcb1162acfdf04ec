import { natsInboxPrefix } from '@open-oms/contracts/nats-users'
import { CLUSTER_SIZE, type NatsNode } from '@open-oms/local-servers/temporary-nats-cluster'
import { connectNats, type Nats } from '@open-oms/service-kit/events/connect-nats'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { queryRows } from '../verify-deployment/orders.ts'
import { waitForHealth, waitUntil } from '../verify-deployment/wait-until.ts'
import type { Instance } from './instance.ts'
import type { Load } from './load.ts'
import { type PostgresPair, waitForNoStandby } from './postgres-pair.ts'
import type { ScaledSystem } from './scaled-system.ts'

/** Acknowledged writes while a part is down, and after it is back. */
export const WRITES = 60
/** Among which there is a capture, unless the process gets no requests. */
const WRITES_UNTIL_CAPTURE = 300

const STREAM = 'ORDERS'

/**
 * Kills a process and starts it again; writes continue while it is down. One that captures is
 * killed when the provider has just carried out what it asked for, and before it knows.
 */
export async function killInstance(instance: Instance, { provider }: ScaledSystem, load: Load): Promise<void> {
  if (instance.service === 'orders-workflow')
    await Promise.race([provider.nextFor(instance.label), load.more(WRITES_UNTIL_CAPTURE)])
  await instance.kill()
  await load.more(WRITES)
  await instance.start()
  await load.more(WRITES)
}

/**
 * Kills the node that leads the stream of orders, waits until another leads and events arrive, and
 * starts it again; done when all copies are current. Returns the name of the node.
 */
export async function killLeader(system: ScaledSystem, load: Load, whileAway: () => Promise<void>): Promise<string> {
  const observer = await connectObserver(system)
  try {
    const name = await streamLeader(observer)
    const node = system.nats.nodes.find((each) => each.name === name) as NatsNode
    await node.kill()
    await load.more(WRITES)
    await whileAway()
    await waitUntil('another leader', async () => (await streamLeader(observer)) !== name)
    await node.start()
    await load.more(WRITES)
    await waitUntil('all copies to be current', () => isCurrent(observer))
    return name
  } finally {
    await observer.close()
  }
}

/** The copies of the stream of orders that are there. */
export async function countStreamReplicas(system: ScaledSystem): Promise<number> {
  const observer = await connectObserver(system)
  try {
    return (await observer.manager.streams.info(STREAM)).config.num_replicas
  } finally {
    await observer.close()
  }
}

function connectObserver({ nats, natsPasswords }: ScaledSystem): Promise<Nats> {
  return connectNats({
    url: nats.url,
    user: 'operator',
    password: natsPasswords.operator,
    inboxPrefix: natsInboxPrefix('operator'),
    streams: [],
    log: createLogger({ service: 'verify-scale', level: 'silent' }),
  })
}

async function streamLeader({ manager }: Nats): Promise<string> {
  return (await manager.streams.info(STREAM)).cluster?.leader ?? ''
}

async function isCurrent({ manager }: Nats): Promise<boolean> {
  const { cluster } = await manager.streams.info(STREAM)
  const replicas = cluster?.replicas ?? []
  return replicas.length === CLUSTER_SIZE - 1 && replicas.every(({ current }) => current)
}

/**
 * Loses the primary and continues with the standby, by the steps of docs/how-to/run-a-standby.md:
 * the primary stays off, the standby is promoted, services get its address and are restarted,
 * commits wait for no standby any more.
 */
export async function losePrimary(postgres: PostgresPair, system: ScaledSystem, load: Load): Promise<void> {
  const port = await postgres.promote()
  system.moveDatabases(port)
  const services = system.instances.filter(({ service }) => service !== 'gateway')
  // One process of each service after the other, so that the others serve as soon as they can.
  for (const suffix of [' 1', ' 2'])
    await Promise.all(
      services
        .filter(({ label }) => label.endsWith(suffix))
        .map(async (instance) => {
          await instance.stop()
          await instance.start()
        }),
    )
  const url = new URL(system.databases.adminUrls['orders-workflow'])
  await waitForNoStandby(url.href)
  await waitForHealth(system.url)
  await load.more(WRITES)
  const [row] = await queryRows<{ standby: boolean }>(url.href, 'select pg_is_in_recovery() as standby')
  if (row?.standby !== false) throw new Error('The services write to a standby.')
}
