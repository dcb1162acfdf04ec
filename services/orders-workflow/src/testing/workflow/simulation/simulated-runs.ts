import { fileURLToPath } from 'node:url'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import type { Order } from '@open-oms/contracts/orders/order'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import type { Log } from '@open-oms/service-kit/observability/log'
import { createScheduler, type Scheduler, type SimulatedProcess } from '@open-oms/service-kit/testing/simulation/scheduler'
import { createSimulatedDatabase, type SimulatedDatabase } from '@open-oms/service-kit/testing/simulation/simulated-database'
import { createBackground } from '../../../modules/workflow/runner/background.ts'
import { resumeRuns } from '../../../modules/workflow/runner/resume.ts'
import type { RunTimers } from '../../../modules/workflow/runner/run-timers.ts'
import type { RunnerDeps } from '../../../modules/workflow/runner/runner-deps.ts'
import { updateStatus } from '../../../modules/workflow/update-status.ts'
import { calculatedOrder } from '../../../order/rules/calculated-order.ts'
import { type OrdersConfig, ordersConfigNames } from '../../../order/rules/context/orders-config.ts'
import { simpleOrder, writer } from '../../orders/direct-writes.ts'
import { withSteps } from '../with-steps.ts'
import { endFault, isAtRest } from './judged-runs.ts'
import { orderStatements } from './order-statements-simulated.ts'
import { holdsByToken, readingStatements } from './run-rows-simulated.ts'
import { type Guards, runStatements } from './run-statements-simulated.ts'
import { createReceiver, type Receiver } from './simulated-receiver.ts'

/** Faults of what the code stands on, that a run has to find. */
export type PlantedRuns = { guards?: Partial<Guards>; receiver?: (receiver: Receiver) => Receiver }

export type Runs = { scheduler: Scheduler; database: SimulatedDatabase; receiver: Receiver; config: OrdersConfig }

const ORDER = 'O-1'
const PROCESSES = 3
const REQUESTS = 4
const DISTURBED_STEPS = 250
const CALM_STEPS_MAX = 4_000
const LOOK_EVERY_STEPS = 20
const STEP_MS = 1_000
const guarded: Guards = { holds: holdsByToken, isCallUnique: true, isVersionCompared: true }
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log

let prepared: Promise<{ config: OrdersConfig; order: Order; document: string }> | undefined

/** Three calls, of which one may wait for another time, and one is made after the response. */
async function prepare() {
  const directory = fileURLToPath(new URL('../../../../../../config', import.meta.url))
  const sample = await loadTenantConfig({ directory, files: tenantConfigFiles, checks: [], names: ordersConfigNames })
  const config = withSteps(sample, [
    { name: 'Webhook', id: 'first', connector: 'receiver', retries: 1 },
    { name: 'SetReadyForPickupDate', id: 'date' },
    { name: 'Webhook', id: 'second', connector: 'receiver', stopOnError: true },
    { name: 'Webhook', id: 'later', connector: 'receiver', runAfterOrderIsSaved: true },
  ])
  const workflow = { ...config.settings.workflow, retryPauseFirstMs: 5_000, retryPauseMaxMs: 20_000 }
  const waiting = { ...config, settings: { ...config.settings, workflow } }
  const order = calculatedOrder({ ...simpleOrder(ORDER), versionId: idOf(0) }, waiting, null)
  return { config: waiting, order, document: JSON.stringify(order) }
}

function idOf(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

/** Time as the scheduler has it: what is due happens when its turn comes. */
function simulatedTimers({ scheduler }: Pick<Runs, 'scheduler'>, process: SimulatedProcess): RunTimers {
  const after = (ms: number, isOver: () => boolean) => {
    const at = scheduler.now() + ms
    return scheduler.ask(process, { act: () => undefined, canRun: () => isOver() || scheduler.now() >= at })
  }
  return {
    elapsed: () => scheduler.now(),
    pause: (ms, signal) => after(ms, () => signal?.aborted === true),
    every: (ms, action) => {
      let isStopped = false
      const repeat = async () => {
        for (;;) {
          await after(ms, () => isStopped)
          if (isStopped) return
          action()
        }
      }
      void repeat()
      return () => {
        isStopped = true
      }
    },
    jittered: (ms) => (ms * (50 + scheduler.random(50))) / 100,
  }
}

/** What a process carries runs out with. */
function depsOf(runs: Runs, process: SimulatedProcess, newId: () => string): RunnerDeps {
  const { scheduler, database, receiver, config } = runs
  const connectors = { post: receiver.connect(process), unready: () => null } as unknown as RunnerDeps['connectors']
  return {
    ...database.connect(process),
    config: () => config,
    now: () => new Date(scheduler.now()),
    newId,
    randomText: (length: number) => 'k'.repeat(length),
    log: silent,
    connectors,
    background: createBackground({ countMax: 3, onError: () => undefined }),
    timers: simulatedTimers(runs, process),
  } as unknown as RunnerDeps
}

/** Takes over, wakes and gives up, as `keepResuming` does. */
async function resuming({ scheduler }: Runs, deps: RunnerDeps): Promise<void> {
  for (;;) {
    await deps.timers?.pause(STEP_MS * (1 + scheduler.random(8)))
    await resumeRuns(deps).catch(() => undefined)
  }
}

type Requests = { left: number }
const statuses = ['InProgress', 'InProgress', 'Pending', 'New']

/** Moves the order from status to status, as requests do. */
async function requesting({ scheduler }: Runs, deps: RunnerDeps, requests: Requests): Promise<void> {
  for (;;) {
    await deps.timers?.pause(STEP_MS * scheduler.random(60))
    if (requests.left === 0) return
    requests.left -= 1
    const status = statuses[scheduler.random(statuses.length)] as string
    const write = { ...writer, operation: 'UpdateStatus' as const }
    const command = { orderId: ORDER, isDryRun: false, write, patch: { status }, record: async () => undefined }
    await updateStatus(deps, command).catch(() => undefined)
  }
}

/**
 * Has three processes move an order from status to status by a seed and carry out its runs, through
 * crashes, lost answers and receivers that are away; then without those until all runs have ended.
 * Returns what promise was broken, or null.
 */
export async function simulateRuns(seed: number, { guards = {}, receiver: changed }: PlantedRuns = {}): Promise<string | null> {
  prepared ??= prepare()
  const { config, order, document } = await prepared
  const scheduler = createScheduler(seed)
  const row = { id: ORDER, document, published_allocations: null, version_number: 1, event_sequence: 0, is_indexed: true }
  const statements = { ...orderStatements, ...readingStatements, ...runStatements({ ...guarded, ...guards }) }
  const database = createSimulatedDatabase(scheduler, statements, {
    order: { [ORDER]: { ...row, version_id: order.versionId } },
  })
  const receiver = createReceiver(scheduler)
  const runs: Runs = { scheduler, database, receiver: changed?.(receiver) ?? receiver, config }
  await carryOut(runs)
  return endFault(runs)
}

async function carryOut(runs: Runs): Promise<void> {
  const { scheduler, receiver } = runs
  const processes: SimulatedProcess[] = []
  const requests = { left: REQUESTS }
  let ids = 0
  const restart = (place: number) => {
    const before = processes[place]
    if (before !== undefined) scheduler.kill(before)
    const process = { isAlive: true }
    processes[place] = process
    const deps = depsOf(runs, process, () => idOf(++ids))
    void resuming(runs, deps)
    void requesting(runs, deps, requests)
  }
  for (let place = 0; place < PROCESSES; place++) restart(place)
  for (let steps = 0; steps < DISTURBED_STEPS; steps++) {
    if (scheduler.random(40) === 0) restart(scheduler.random(PROCESSES))
    await scheduler.step()
  }
  scheduler.setFaulty(false)
  receiver.beThere()
  for (let steps = 0; steps < CALM_STEPS_MAX; steps++) {
    await scheduler.step()
    if (steps % LOOK_EVERY_STEPS === 0 && requests.left === 0 && isAtRest(runs)) return
  }
}
