import { randomUUIDv7 } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { tenantConfigChecks, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { inboxPrefixOf } from '@oms/contracts/nats-users'
import { loadEnvironment } from '@oms/service-kit/config/load-environment'
import { loadTenantConfig } from '@oms/service-kit/config/load-tenant-config'
import { UsageError } from '@oms/service-kit/config/read-arguments'
import { createDatabase, type Database } from '@oms/service-kit/database/database'
import { DatabaseNotReached } from '@oms/service-kit/database/database-errors'
import { migrateService } from '@oms/service-kit/database/migrate'
import { serviceRoles } from '@oms/service-kit/database/service-roles'
import { connectNats, type Nats } from '@oms/service-kit/events/connect-nats'
import { natsAddress, serversOf } from '@oms/service-kit/events/nats-address'
import { waitUntilHandled } from '@oms/service-kit/events/wait-until-handled'
import { errorText } from '@oms/service-kit/observability/error-text'
import type { Log } from '@oms/service-kit/observability/log'
import { createLogger } from '@oms/service-kit/observability/logger'
import { consumersOf } from '../app.ts'
import { accountingConfigNames, type Deps } from '../deps/deps.ts'
import { CommandEnvironment } from '../environment.ts'
import { describeRebuilt, isSame, rebuildProjection } from '../modules/audit/rebuild-projection.ts'
import { describeVerified, verifyLedger } from '../modules/audit/verify-ledger.ts'
import { type BuildRange, buildDays } from '../modules/builds/build-days.ts'
import { countQuarantinedPayments, countQuarantinedZReports } from '../modules/builds/count-quarantined-events.ts'
import { onPaymentRecorded } from '../modules/payments/on-payment-recorded.ts'
import { onZReportClosed } from '../modules/z-reports/on-z-report-closed.ts'
import { type Built, describeFailure, describeProblems, describeResult } from './build-report.ts'
import { readCommand, usage } from './read-command.ts'

// The command line of the service: builds postings manually, verifies the ledger, rebuilds the
// projection (postings.md#posting-command, ledger.md#hash-chain).

const NATS_CONNECT_MS = 10_000

/** Runs work with a connection to NATS. Throws when no server responds in time. */
async function withNats<T>(environment: CommandEnvironment, log: Log, work: (nats: Nats) => Promise<T>): Promise<T> {
  // Connecting has no time limit of its own.
  const late = Promise.withResolvers<never>()
  const address = natsAddress(environment, log)
  const hosts = serversOf(address).servers
  const timer = setTimeout(() => late.reject(new Error(`NATS cannot be reached at ${hosts.join(', ')}.`)), NATS_CONNECT_MS)
  const rights = { streams: [], inboxPrefix: inboxPrefixOf('accounting-read') }
  const connecting = connectNats({ ...address, ...rights, log, name: 'accounting build' })
  const nats = await Promise.race([connecting, late.promise]).finally(() => clearTimeout(timer))
  try {
    return await work(nats)
  } finally {
    await nats.close()
  }
}

/** Waits until the running service has handled every event that is in the streams now. */
async function waitForEvents(nats: Nats, deps: Deps): Promise<void> {
  for (const consumer of consumersOf(deps)) await waitUntilHandled(nats, consumer)
}

type Opened = { environment: CommandEnvironment; log: Log; database: Database; deps: Deps }

/** Runs work with the configured service on its database, without an HTTP server. */
async function withService<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
  const environment = loadEnvironment(CommandEnvironment)
  const log = createLogger({ service: 'accounting-read', level: environment.LOG_LEVEL })
  const config = await loadTenantConfig({
    directory: environment.OMS_CONFIG_DIR,
    files: tenantConfigFiles,
    checks: tenantConfigChecks,
    names: accountingConfigNames,
  })
  return await withDatabase(environment.DATABASE_URL, log, (database) =>
    work({ environment, log, database, deps: depsOn(database, () => config) }),
  )
}

async function withDatabase<T>(url: string, log: Log, work: (database: Database) => Promise<T>): Promise<T> {
  const options = {
    applicationName: 'accounting command',
    role: serviceRoles['accounting-read'],
    poolSizeMax: 2,
    statementTimeoutMs: 10 * 60_000,
  }
  const database = createDatabase({ url, log, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function depsOn(database: Database, config: Deps['config']): Deps {
  const { inTransaction, query, execute } = database
  return { inTransaction, query, execute, reading: database, config, now: () => new Date(), newId: randomUUIDv7 }
}

async function build(range: BuildRange): Promise<Built> {
  return await withService(async ({ environment, log, deps }) => {
    await withNats(environment, log, (nats) => waitForEvents(nats, deps))
    // Counted first: an event that is handled while the build runs may come too late for it.
    const payments = await countQuarantinedPayments(deps, onPaymentRecorded(deps).name, range)
    const reports = await countQuarantinedZReports(deps, onZReportClosed(deps).name, range)
    const quarantined = { deadLetters: payments.deadLetters + reports.deadLetters, parked: payments.parked + reports.parked }
    const failures: string[] = []
    const results = await buildDays(deps, range, (error, day) => failures.push(describeFailure(error, day)))
    return { results, failures, quarantined }
  })
}

async function runVerify(): Promise<number> {
  const verified = await withService(({ database }) => verifyLedger(database))
  const isWhole = verified.difference === null
  ;(isWhole ? process.stdout : process.stderr).write(`${describeVerified(verified)}\n`)
  return isWhole ? 0 : 1
}

async function runRebuild(into: string): Promise<number> {
  await migrateService(into, fileURLToPath(new URL('../../prisma/migrations', import.meta.url)))
  const rebuilt = await withService(({ environment, log, database: running, deps }) =>
    withNats(environment, log, async (nats) => {
      await waitForEvents(nats, deps)
      return await withDatabase(into, log, (database) => {
        const empty = { ...depsOn(database, deps.config), database }
        return rebuildProjection({ running, rebuilt: empty, nats, log, consumers: consumersOf(empty) })
      })
    }),
  )
  const isEqual = isSame(rebuilt)
  ;(isEqual ? process.stdout : process.stderr).write(`${describeRebuilt(rebuilt)}\n`)
  return isEqual ? 0 : 1
}

/** Runs the command. Returns its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  switch (command.kind) {
    case 'help':
      process.stdout.write(`${usage}\n`)
      return 0
    case 'verify':
      return await runVerify()
    case 'rebuild':
      return await runRebuild(command.into)
    case 'build':
      return await runBuild(command.range)
  }
}

async function runBuild(range: BuildRange): Promise<number> {
  const built = await build(range)
  const problems = describeProblems(built)
  if (built.results.length > 0) process.stdout.write(`${built.results.map(describeResult).join('\n')}\n`)
  else if (problems.length === 0) process.stdout.write('There is nothing to book.\n')
  if (problems.length > 0) process.stderr.write(`${problems.join('\n')}\n`)
  return problems.length === 0 ? 0 : 1
}

const code = await run(process.argv.slice(2)).catch((error: Error) => {
  const isUsage = error instanceof UsageError
  const cause = error instanceof DatabaseNotReached ? ` ${errorText(error.cause)}` : ''
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}\n` : `${error.message}${cause}\n`)
  return isUsage ? 2 : 1
})
// A pending connection attempt must not keep the process alive.
process.exit(code)
