/**
 * `npm run verify:scale`: runs three nats-servers, PostgreSQL with a standby, and two processes of
 * every service on this machine, and shows that nothing that was acknowledged is lost or done twice
 * when any one of them ends (docs/how-to/verify-scale.md).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { commandLine } from '@open-oms/system/command-line'
import { BUILT } from './verify-scale/checks/check-schedules.ts'
import { openLogs } from './verify-scale/logs.ts'
import { createReport } from './verify-scale/report.ts'
import { runVerification } from './verify-scale/run-verification.ts'
import { type ScaledPlan, startScaledSystem } from './verify-scale/scaled-system.ts'

const usage = `Usage: npm run verify:scale -- [--engines FOLDER] [--keep-logs]

  --engines    the root folder of a Debian in which Patroni, etcd, HAProxy, PgBouncer, PostgreSQL and Redis are installed, / for
               this machine: three nodes of Patroni behind HAProxy and PgBouncer, and three of Redis with Sentinel, take the
               place of the project's own servers (docs/how-to/run-on-several-machines.md); needs root
  --keep-logs  keeps what the processes have logged; it is kept after a failure too

REDIS_URL names a Redis that the gateways share their limits in; without it a redis-server of the PATH is started.
`

const undo: (() => Promise<void>)[] = []

async function undoAll(): Promise<void> {
  for (let last = undo.pop(); last; last = undo.pop()) await last()
}

/** Runs the verification; returns whether everything holds. */
async function verify(plan: ScaledPlan): Promise<boolean> {
  const report = createReport()
  const logs = openLogs(join(plan.folder, 'logs'), [BUILT])
  try {
    const postgres = plan.enginesIn === null ? 'PostgreSQL with a standby' : 'three nodes of Patroni behind HAProxy and PgBouncer'
    report.begin(`Three nats-servers, ${postgres}, two processes of every service`)
    const system = await startScaledSystem(plan, logs, undo)
    report.say(`limits are ${system.redis === null ? 'counted by each gateway: there is no Redis' : 'shared in Redis'}`)
    await runVerification(system, report)
    for (const [error, count] of logs.errors()) report.say(`logged ${count} times: ${error}`)
  } finally {
    await undoAll()
    logs.close()
  }
  report.begin(report.breachCount() === 0 ? 'Everything holds.' : `${report.breachCount()} promises were broken.`)
  return report.breachCount() === 0
}

const { values } = commandLine({
  usage,
  options: { engines: { type: 'string' }, 'keep-logs': { type: 'boolean', default: false } },
})
const folder = await mkdtemp(join(tmpdir(), 'oms-scale-'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await undoAll()
    await rm(folder, { recursive: true, force: true })
    process.exit(130)
  })
let isGood = false
try {
  isGood = await verify({ folder, enginesIn: values.engines ?? null })
} catch (error) {
  console.error(`\n${(error as Error).stack}`)
}
if (!isGood) process.exitCode = 1
if (isGood && !values['keep-logs']) await rm(folder, { recursive: true, force: true })
else console.log(`The logs of the processes stay in ${join(folder, 'logs')}`)
process.exit()
