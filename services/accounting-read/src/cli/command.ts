import { randomUUIDv7 } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { DomainError } from '@open-oms/contracts/errors'
import { natsInboxPrefix } from '@open-oms/contracts/nats-users'
import { serviceRoles } from '@open-oms/contracts/service-roles'
import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { createDatabase, type Database } from '@open-oms/service-kit/database/database'
import { migrateService } from '@open-oms/service-kit/database/migrate'
import { connectNats, type Nats } from '@open-oms/service-kit/events/connect-nats'
import { natsAddress, parseServers } from '@open-oms/service-kit/events/nats-address'
import { waitUntilHandled } from '@open-oms/service-kit/events/wait-until-handled'
import type { Log } from '@open-oms/service-kit/observability/log'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { createConsumers } from '../consumers.ts'
import { accountingConfigNames, type Deps } from '../deps.ts'
import { CommandEnvironment } from '../environment.ts'
import { writeAccountingFile } from '../modules/accounting-files/write-file.ts'
import { describeRebuilt, isSame, rebuildProjection } from '../modules/audit/rebuild-projection.ts'
import { describeVerified, verifyLedger } from '../modules/audit/verify-ledger.ts'
import { type BuildRange, buildDays } from '../modules/builds/build-days.ts'
import {
  countQuarantinedPayments,
  countQuarantinedZReports,
  type QuarantinedEvents,
} from '../modules/builds/count-quarantined-events.ts'
import { onPaymentRecorded } from '../modules/payments/on-payment-recorded.ts'
import type { PostingDay } from '../modules/postings/domain/posting-context.ts'
import type { BuildResult } from '../modules/postings/save-posting.ts'
import { onZReportClosed } from '../modules/z-reports/on-z-report-closed.ts'
import { type FileRequest, readCommand, usage } from './read-command.ts'

// The command line of the service: builds postings manually, verifies the ledger, rebuilds the
// projection (postings.md#posting-command, ledger.md#hash-chain).

const NATS_CONNECT_MS = 10_000

/** Runs work with a connection to NATS. Throws when no server responds in time. */
async function withNats<T>(environment: CommandEnvironment, log: Log, work: (nats: Nats) => Promise<T>): Promise<T> {
  const address = natsAddress(environment, log)
  const rights = { streams: [], inboxPrefix: natsInboxPrefix('accounting-read') }
  const signal = AbortSignal.timeout(NATS_CONNECT_MS)
  const nats = await connectNats({ ...address, ...rights, log, name: 'accounting build', signal }).catch((error: Error) => {
    throw signal.aborted ? new Error(`NATS cannot be reached at ${parseServers(address).servers.join(', ')}.`) : error
  })
  try {
    return await work(nats)
  } finally {
    await nats.close()
  }
}

/** Waits until the running service has handled every event that is in the streams now. */
async function waitForEvents(nats: Nats, deps: Deps): Promise<void> {
  for (const consumer of createConsumers(deps)) await waitUntilHandled(nats, consumer)
}

type CommandContext = { environment: CommandEnvironment; log: Log; database: Database; deps: Deps }

/** Runs work with the configured service on its database, without an HTTP server. */
async function withService<T>(env: NodeJS.ProcessEnv, work: (opened: CommandContext) => Promise<T>): Promise<T> {
  const environment = loadEnvironment(CommandEnvironment, env)
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

async function build(range: BuildRange, env: NodeJS.ProcessEnv): Promise<Built> {
  return await withService(env, async ({ environment, log, deps }) => {
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

async function runVerify({ env, stdout, stderr }: CommandSurroundings): Promise<number> {
  const verified = await withService(env, ({ database }) => verifyLedger(database))
  const isWhole = verified.difference === null
  ;(isWhole ? stdout : stderr).write(`${describeVerified(verified)}\n`)
  return isWhole ? 0 : 1
}

async function runRebuild(into: string, { env, stdout, stderr }: CommandSurroundings): Promise<number> {
  await migrateService(into, fileURLToPath(new URL('../../prisma/migrations', import.meta.url)))
  const rebuilt = await withService(env, ({ environment, log, database: running, deps }) =>
    withNats(environment, log, async (nats) => {
      await waitForEvents(nats, deps)
      return await withDatabase(into, log, (database) => {
        const empty = { ...depsOn(database, deps.config), database }
        return rebuildProjection({ running, rebuilt: empty, nats, log, consumers: createConsumers(empty) })
      })
    }),
  )
  const isEqual = isSame(rebuilt)
  ;(isEqual ? stdout : stderr).write(`${describeRebuilt(rebuilt)}\n`)
  return isEqual ? 0 : 1
}

async function run(args: readonly string[], surroundings: CommandSurroundings): Promise<number> {
  const command = readCommand(args)
  switch (command.kind) {
    case 'help':
      surroundings.stdout.write(`${usage}\n`)
      return 0
    case 'verify':
      return await runVerify(surroundings)
    case 'rebuild':
      return await runRebuild(command.into, surroundings)
    case 'export':
      return await runExport(command.request, surroundings)
    case 'build':
      return await runBuild(command.range, surroundings)
  }
}

async function runBuild(range: BuildRange, { env, stdout, stderr }: CommandSurroundings): Promise<number> {
  const built = await build(range, env)
  const problems = describeProblems(built)
  if (built.results.length > 0) stdout.write(`${built.results.map(describeResult).join('\n')}\n`)
  else if (problems.length === 0) stdout.write('There is nothing to book.\n')
  if (problems.length > 0) stderr.write(`${problems.join('\n')}\n`)
  return problems.length === 0 ? 0 : 1
}

async function runExport(request: FileRequest, { env, stdout, stderr }: CommandSurroundings): Promise<number> {
  const { storeId, currencyCode, output, ...named } = request
  const query = {
    format: named.format,
    accountingCompanyCode: named.companyCode,
    postingDateFrom: `${named.from}T00:00:00.000Z`,
    postingDateTo: `${named.to}T23:59:59.999Z`,
    ...(storeId === null ? {} : { storeId }),
    ...(currencyCode === null ? {} : { currencyCode }),
  }
  try {
    const { vouchers, replaced } = await withService(env, ({ deps }) => writeAccountingFile(deps, query, output))
    stdout.write(`${vouchers} vouchers are in ${output}.\n`)
    if (replaced > 0) stderr.write(`${replaced} characters that the format does not have are a question mark.\n`)
    return 0
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const reasons = Object.entries(error.details.errors ?? {}).map(([path, [reason]]) => `${path} ${reason}`)
    stderr.write(`The file cannot be made:\n${reasons.join('\n')}\n`)
    return 1
  }
}

/** `npx oms accounting build|verify|rebuild-projection|export`. */
export const accounting = commandProgram(run, { usage, failureCode: 1 })

if (import.meta.main) process.exitCode = await accounting(process.argv.slice(2), process)

type Subject = PostingDay & { zReportId?: string }

/** What the build command did. `failures` are lines of `describeFailure`. */
type Built = { results: BuildResult[]; failures: string[]; quarantined: QuarantinedEvents }

/**
 * One line about a day or Z-report: date, store, currency, outcome, and the posting or the reasons;
 * warnings on lines below.
 */
function describeResult(result: BuildResult): string {
  const start = subjectPrefix(result, result.outcome)
  if (result.outcome === 'draft') return `${start}  ${result.reasons.join('; ')}`
  if (result.outcome === 'nothing') return `${start}  nothing to book`
  if (result.outcome === 'corrected') return `${start}  on ${result.toDate}, since ${result.postingId} is reconciled`
  return [`${start}  ${result.postingId}`, ...result.warnings.map((warning) => `            ${warning}`)].join('\n')
}

/** One line about a day or a Z-report whose build failed. */
function describeFailure(error: Error, subject: Subject): string {
  return `${subjectPrefix(subject, 'failed')}  ${error.message}`
}

/** What keeps a build from being complete, a line each. */
function describeProblems({ results, failures, quarantined: { deadLetters, parked } }: Built): string[] {
  const lines = [...failures]
  const drafts = results.filter(({ outcome }) => outcome === 'draft').length
  if (drafts > 0) {
    const subject = drafts === 1 ? 'A posting stays a draft' : `${drafts} postings stay drafts`
    lines.push(`${subject}: correct the cause and build again.`)
  }
  if (deadLetters + parked > 0) {
    const subject = deadLetters + parked === 1 ? 'An event' : `${deadLetters + parked} events`
    const counts = `dead letters: ${deadLetters}, waiting: ${parked}`
    lines.push(`${subject} of these days, or of an unknown day, could not be booked (${counts}).`)
    lines.push('See "npx oms events dead-letters list", correct the cause and build again.')
  }
  return lines
}

function subjectPrefix({ postingDate, storeId, currencyCode, zReportId }: Subject, outcome: string): string {
  const start = `${postingDate}  ${storeId.padEnd(14)}  ${currencyCode}  ${outcome.padEnd(10)}`
  return zReportId === undefined ? start : `${start}  Z-report ${zReportId}`
}
