import { CLUSTER_SIZE } from '@open-oms/local-servers/temporary-nats-cluster'
import { requestToken } from '@open-oms/system/rest-client'
import { queryRows } from '../verify-deployment/orders.ts'
import { waitUntil } from '../verify-deployment/wait-until.ts'
import { findLeftOver, waitUntilAllHandled } from './checks/check-events.ts'
import { checkLimits, type LimitCheck } from './checks/check-limits.ts'
import { findHolders, lastBuilder, payOnPastDay, scheduleFaults, waitForPosting } from './checks/check-schedules.ts'
import { findLostWrites } from './checks/check-writes.ts'
import { finalChecks } from './checks/final-checks.ts'
import {
  type EnginesInUse,
  losePatroniPrimary,
  losePgBouncer,
  loseRedisPrimary,
  startInTransactionMode,
} from './engines/lose-engines.ts'
import { countStreamReplicas, killInstance, killLeader, losePrimary } from './faults.ts'
import { createJournal, summarizePeriod } from './journal.ts'
import { type Load, startLoad } from './load.ts'
import type { Report } from './report.ts'
import type { ScaledSystem } from './scaled-system.ts'
import { createSender, type Sender } from './send-until-acknowledged.ts'
import { LIMIT } from './tenant.ts'

const WRITES_WITHOUT_FAULT = 150
const FINISHED_WITHIN_MS = 180_000

type Verification = {
  system: ScaledSystem
  report: Report
  load: Load
  send: Sender
  limits: LimitCheck
}

/**
 * Lets parts fail one after the other while clients write, and reports what became of every
 * promise.
 */
export async function runVerification(system: ScaledSystem, report: Report): Promise<void> {
  const { url, tenant } = system
  const journal = createJournal()
  const token = await requestToken(url, tenant.client)
  const load = startLoad({ url, token, journal })
  const send = createSender({ url, token, journal, signal: new AbortController().signal })
  const verification = { system, report, load, send, limits: await checkLimits(system) }
  const days: string[] = []
  try {
    await underFault(verification, 'none', () => load.more(WRITES_WITHOUT_FAULT))
    await checkHolders(verification)
    const copies = await countStreamReplicas(system)
    report.check(
      `the stream of orders has ${copies} copies`,
      copies === CLUSTER_SIZE ? [] : [`there are ${CLUSTER_SIZE} servers`],
    )
    days.push(await scheduleOnce(verification))
    await shareLimits(verification)
    days.push(await killEachInstance(verification))
    await loseServers(verification)
  } finally {
    await load.stop()
  }
  await finishOpenWork(verification)
  await checkHolders(verification)
  for (const day of days) report.check(`the due posting of ${day} is there once`, await scheduleFaults(system, day))
  await finalChecks(system, journal, report)
  report.showFaults()
}

/**
 * Lets something happen while clients write; then says what they saw, and checks what was
 * acknowledged so far.
 */
async function underFault({ system, report, load }: Verification, title: string, work: () => Promise<unknown>): Promise<void> {
  const { journal } = load
  report.begin(title === 'none' ? 'Load without a fault' : title)
  const from = journal.now()
  await work()
  const period = { from, to: journal.now() }
  const summary = summarizePeriod(journal, period)
  report.note(title, period.to - from, summary)
  const writes = [...journal.writes]
  report.check(`${writes.length} acknowledged writes are stored`, await findLostWrites(system.databases, writes))
  const { count, missing } = await waitUntilAllHandled(system.databases)
  report.check(`${count} sequences of events are handled without a gap`, missing)
}

/** A day is due, and both processes are asked to look: one of them builds its posting. */
async function scheduleOnce({ system, report, send }: Verification): Promise<string> {
  report.begin('The daily build, asked of both processes')
  const day = await payOnPastDay(system, send, 3)
  for (const instance of system.instances) if (instance.service === 'accounting-read') instance.reload()
  await waitForPosting(system, day)
  report.check(`${lastBuilder(system).label} has built ${day}`, await scheduleFaults(system, day))
  return day
}

async function checkHolders({ system, report }: Verification): Promise<void> {
  const { count, faults } = await findHolders(system)
  report.check(`each of ${count} kinds of work for one process has one, and one that waits`, faults)
}

async function shareLimits({ system, report, limits }: Verification): Promise<void> {
  report.begin('A limit of two gateways')
  if (system.redis === null) {
    report.say('left out: REDIS_URL is not set, and there is no redis-server on the PATH; each gateway counts for itself')
    return
  }
  const passed = await limits.exhaust()
  report.check(`${passed} of ${LIMIT} allowed requests passed two gateways`, passed === LIMIT ? [] : [`the limit is ${LIMIT}`])
}

/**
 * Kills each process, first the one whose schedule has built: while it is down the other takes over
 * and builds the next due day, which nobody asks for.
 */
async function killEachInstance(verification: Verification): Promise<string> {
  const { system, report, load, send, limits } = verification
  const builder = lastBuilder(system)
  const day = await payOnPastDay(system, send, 2)
  await underFault(verification, `${builder.label} killed`, async () => {
    await builder.kill()
    await waitForPosting(system, day)
    await builder.start()
    await load.more(WRITES_WITHOUT_FAULT / 2)
  })
  report.check(
    `${lastBuilder(system).label} has taken the schedule over`,
    builder === lastBuilder(system) ? ['the same process built'] : [],
  )
  for (const instance of system.instances) {
    if (instance === builder) continue
    await underFault(verification, `${instance.label} killed`, () => killInstance(instance, system, load))
  }
  if (system.redis !== null) {
    const passed = await limits.again()
    report.check('gateways that were restarted keep to the limit', passed === 0 ? [] : [`${passed} more requests passed`])
  }
  return day
}

async function loseServers(verification: Verification): Promise<void> {
  const { system, report, load } = verification
  await underFault(verification, 'NATS leader killed', async () => {
    const name = await killLeader(system, load, async () => {
      const { missing } = await waitUntilAllHandled(system.databases)
      report.check('events are handled while it is down', missing)
    })
    report.say(`${name} led the stream; all copies are current again`)
  })
  const { postgres, engines } = system
  if (postgres !== null) await underFault(verification, 'PostgreSQL primary lost', () => losePrimary(postgres, system, load))
  if (engines !== null) await loseEngines(engines, verification)
}

/** What is lost in the engines; the services are left alone. */
async function loseEngines(engines: EnginesInUse, verification: Verification): Promise<void> {
  const { system, report, load, limits } = verification
  const said = await startInTransactionMode(engines, system)
  report.check(
    'a service refuses PgBouncer in transaction mode',
    /Set pool_mode = session/.test(said) ? [] : [`it said: ${said}`],
  )
  await underFault(verification, 'Redis primary killed', () => loseRedisPrimary(engines, load))
  const passed = await limits.again()
  report.check('the limit holds at the next Redis', passed === 0 ? [] : [`${passed} more requests passed`])
  await underFault(verification, 'PgBouncer killed', () => losePgBouncer(engines, system, load))
  await underFault(verification, 'Patroni primary killed', async () => report.say(await losePatroniPrimary(engines, load)))
}

/** Waits until everything that was asked for is carried out. */
async function finishOpenWork({ system, report }: Verification): Promise<void> {
  report.begin('The load has ended: waiting until nothing is under way')
  const running = "select id from workflow_run where state in ('Running', 'Interrupted')"
  let left: string[] = []
  const isFinished = async () => {
    const runs = await queryRows<{ id: string }>(system.databases.adminUrls['orders-workflow'], running)
    left = [...runs.map(({ id }) => `workflow run ${id} has not ended`), ...(await findLeftOver(system.databases))]
    return left.length === 0
  }
  await waitUntil('rest', isFinished, FINISHED_WITHIN_MS).catch(() => undefined)
  report.check('no run, event or dead letter is left over', left)
  const { count, missing } = await waitUntilAllHandled(system.databases)
  report.check(`${count} sequences of events are handled without a gap`, missing)
}
