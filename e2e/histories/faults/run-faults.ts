import { setTimeout as delay } from 'node:timers/promises'
import { natsInboxPrefix } from '@open-oms/contracts/nats-users'
import { connectNats } from '@open-oms/service-kit/events/connect-nats'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import type { Instance } from '@open-oms/tools/verify-scale/instance'
import type { HistoryWriter } from '../history.ts'
import type { HistoriesSystem, Link } from '../system/start-system.ts'
import { changeSetting } from '../system/tenant.ts'
import type { PlannedFault } from './plan.ts'
import type { Trouble } from './tcp-proxy.ts'

export type FaultRun = { system: HistoriesSystem; history: HistoryWriter; now: () => number; signal: AbortSignal }

const DELAYS_MS = 1_500
/** The slowest connection, and how much faster others are, in bytes a second. */
const SLOW = { min: 4_000, range: 60_000 }
/** How far a clock is moved, either way. */
const CLOCK_SECONDS_MAX = 90
const REPEATED = 40

/** Carries faults out at their times; several may last at once. Resolves when all are over. */
export async function runFaults(faults: readonly PlannedFault[], run: FaultRun): Promise<void> {
  const begin = run.now()
  const busy = new Set<string>()
  const running: Promise<void>[] = []
  for (const fault of faults) {
    const waitMs = begin + fault.at - run.now()
    if (waitMs > 0) await delay(waitMs, undefined, { signal: run.signal }).catch(() => undefined)
    if (run.signal.aborted) break
    running.push(carryOut(fault, run, busy))
  }
  await Promise.all(running)
}

/**
 * A part that suffers one fault is left alone by the others: two of a kind would undo each other.
 */
async function carryOut(fault: PlannedFault, run: FaultRun, busy: Set<string>): Promise<void> {
  const { kind } = fault
  const { name, work } = chosen(fault, run)
  if (busy.has(name) || (kind === 'clock' && run.system.clocks === null)) return
  busy.add(name)
  const start = run.now()
  await work()
  busy.delete(name)
  run.history.write({ type: 'fault', kind, target: name, start, end: run.now() })
}

type Chosen = { name: string; work: () => Promise<void> }

function chosen({ kind, lastsMs, target, detail }: PlannedFault, { system, signal }: FaultRun): Chosen {
  const wait = () => delay(lastsMs, undefined, { signal }).catch(() => undefined)
  const instance = system.instances[target % system.instances.length] as Instance
  const link = system.links[target % system.links.length] as Link
  const onLink = (trouble: Trouble): Chosen => ({
    name: link.name,
    work: async () => {
      const end = link.proxy.trouble(trouble)
      await wait()
      end()
    },
  })
  switch (kind) {
    case 'kill':
      return { name: instance.label, work: () => restart(instance, wait) }
    case 'suspend':
      return { name: instance.label, work: () => suspend(instance, wait) }
    case 'cut':
      return onLink({ kind: 'cut' })
    case 'delay':
      return onLink({ kind: 'delayed', delayMs: 20 + (detail % DELAYS_MS) })
    case 'slow':
      return onLink({ kind: 'slow', bytesPerSecond: SLOW.min + (detail % SLOW.range) })
    case 'halve':
      return onLink({ kind: 'halved' })
    case 'one-way':
      return onLink({ kind: 'one-way', direction: detail % 2 === 0 ? 'up' : 'down' })
    case 'kill-postgres':
      return { name: 'postgres', work: () => killAndStart(system.postgres, wait) }
    case 'kill-nats':
      return { name: 'nats', work: () => killAndStart(system.nats, wait) }
    case 'repeat-events':
      return { name: 'stream ORDERS', work: () => repeatEvents(system, detail).catch(() => undefined) }
    case 'reload':
      return { name: 'configuration', work: () => reload(system, detail) }
    case 'clock':
      return { name: `clock of ${instance.label}`, work: () => moveClock(system, { instance, detail, wait }) }
    case 'roll':
      return { name: instance.service, work: () => roll(system, instance.service, signal) }
  }
}

/** Starts again until it is ready: what it needs may be away. */
async function restart(instance: Instance, wait: () => Promise<unknown>): Promise<void> {
  await instance.kill()
  await wait()
  while ((await instance.start().catch((error: Error) => error)) instanceof Error) await instance.kill()
}

async function suspend(instance: Instance, wait: () => Promise<unknown>): Promise<void> {
  instance.pause()
  await wait()
  instance.resume()
}

type ClockFault = { instance: Instance; detail: number; wait: () => Promise<unknown> }

/** Moves the clock of a process, and back. */
async function moveClock({ clocks }: HistoriesSystem, { instance, detail, wait }: ClockFault): Promise<void> {
  const seconds = (detail % (2 * CLOCK_SECONDS_MAX + 1)) - CLOCK_SECONDS_MAX
  await clocks?.move(instance.label, seconds)
  await wait()
  await clocks?.move(instance.label, 0)
}

/**
 * Replaces the processes of a service one after the other, as an update does: by those of the other
 * build, if there is one.
 */
async function roll({ instances, builds }: HistoriesSystem, service: string, signal: AbortSignal): Promise<void> {
  builds.change(service)
  for (const instance of instances) {
    if (instance.service !== service || signal.aborted) continue
    await instance.stop()
    while ((await instance.start().catch((error: Error) => error)) instanceof Error) await instance.kill()
  }
}

type Killable = { kill(): Promise<void>; start(): Promise<void> }

async function killAndStart(server: Killable, wait: () => Promise<unknown>): Promise<void> {
  await server.kill()
  await wait()
  await server.start()
}

async function reload({ tenant, instances }: HistoriesSystem, detail: number): Promise<void> {
  await changeSetting(tenant.configDir, detail)
  for (const instance of instances) instance.reload()
}

/**
 * Publishes some of the last events once more, in the name of their publisher and in another order,
 * as a publisher does that does not know that they have arrived.
 */
async function repeatEvents({ nats, natsPasswords }: HistoriesSystem, detail: number): Promise<void> {
  const log = createLogger({ service: 'histories', level: 'silent' })
  const connect = (user: 'operator' | 'orders-workflow') =>
    connectNats({
      ...{ url: nats.url, user, password: natsPasswords[user], inboxPrefix: natsInboxPrefix(user), streams: [], log },
      signal: AbortSignal.timeout(REPEATED * 1_000),
    })
  const [reader, publisher] = await Promise.all([connect('operator'), connect('orders-workflow')])
  try {
    const { last_seq: last } = (await reader.manager.streams.info('ORDERS')).state
    const step = 1 + (detail % 5)
    for (let count = 0, seq = last; count < REPEATED && seq > 0; count++, seq -= step) {
      const { subject, data } = await reader.manager.streams.getMessage('ORDERS', { seq })
      publisher.connection.publish(subject, data)
    }
    await publisher.connection.flush()
  } finally {
    await Promise.all([reader.close(), publisher.close()])
  }
}
