import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigChecks, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { loadEnvironment } from '@oms/service-kit/config/load-environment'
import { loadTenantConfig } from '@oms/service-kit/config/load-tenant-config'
import { createDatabase, type Log } from '@oms/service-kit/database/database'
import { connectNats } from '@oms/service-kit/events/connect-nats'
import { waitUntilHandled } from '@oms/service-kit/events/wait-until-handled'
import { createLogger } from '@oms/service-kit/observability/logger'
import { accountingConfigNames } from './accounting-config.ts'
import { consumersOf } from './app.ts'
import { CommandEnvironment } from './config.ts'
import { onPaymentRecorded } from './consumers/on-payment-recorded.ts'
import type { Deps } from './deps.ts'
import type { BuildResult } from './features/build-postings/build-day.ts'
import { type BuildRange, buildDays } from './features/build-postings/build-days.ts'
import { describeFailure, describeResult } from './features/build-postings/describe-result.ts'
import { findSetAsidePayments, type SetAsidePayments } from './features/build-postings/find-set-aside-payments.ts'
import { readCommand, UsageError, usage } from './features/build-postings/read-command.ts'

// The command line of the service: builds postings by hand, beside the process that serves requests (4-decisions O.3).

const NATS_CONNECT_MS = 10_000

/** Waits until the service has taken in every payment whose event is in the stream by now. */
async function waitForEvents(environment: CommandEnvironment, deps: Deps, log: Log): Promise<void> {
  const { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password } = environment
  // The connection would wait for ever for a server that is not there.
  const late = Promise.withResolvers<never>()
  const hosts = url.split(',').map((part) => new URL(part.trim()).host)
  const timer = setTimeout(() => late.reject(new Error(`NATS cannot be reached at ${hosts.join(', ')}.`)), NATS_CONNECT_MS)
  const connecting = connectNats({ url, user, password, log, name: 'accounting build' })
  const nats = await Promise.race([connecting, late.promise]).finally(() => clearTimeout(timer))
  try {
    for (const consumer of consumersOf(deps)) await waitUntilHandled(nats, consumer)
  } finally {
    await nats.close()
  }
}

type Built = { results: BuildResult[]; failures: string[]; setAside: SetAsidePayments }

async function build(range: BuildRange): Promise<Built> {
  const environment = loadEnvironment(CommandEnvironment)
  const log = createLogger({ service: 'accounting-read', level: environment.LOG_LEVEL })
  const config = await loadTenantConfig({
    directory: environment.OMS_CONFIG_DIR,
    files: tenantConfigFiles,
    checks: tenantConfigChecks,
    names: accountingConfigNames,
  })
  const database = createDatabase({ url: environment.DATABASE_URL, log, applicationName: 'accounting build', poolSizeMax: 2 })
  const deps: Deps = {
    inTransaction: database.inTransaction,
    query: database.query,
    config: () => config,
    now: () => new Date(),
    newId: randomUUIDv7,
  }
  try {
    await waitForEvents(environment, deps, log)
    // Looked for first: an event that is handled while the build runs may have come too late for it.
    const setAside = await findSetAsidePayments(deps, onPaymentRecorded(deps).name, range)
    const failures: string[] = []
    const results = await buildDays(deps, range, (error, day) => failures.push(describeFailure(error, day)))
    return { results, failures, setAside }
  } finally {
    await database.close()
  }
}

/** What keeps a build from being complete, a line each. */
function shortcomings({ results, failures, setAside: { deadLetters, parked } }: Built): string[] {
  const lines = [...failures]
  const drafts = results.filter(({ outcome }) => outcome === 'draft').length
  if (drafts > 0) {
    const subject = drafts === 1 ? 'A posting stays a draft' : `${drafts} postings stay drafts`
    lines.push(`${subject}: put the reason right and build again.`)
  }
  if (deadLetters + parked > 0) {
    const subject = deadLetters + parked === 1 ? 'A payment event' : `${deadLetters + parked} payment events`
    const places = `dead letters: ${deadLetters}, waiting: ${parked}`
    lines.push(`${subject} of these days, or of a day that cannot be told, could not be booked (${places}).`)
    lines.push('See "npm run events -- dead-letters list", put the reason right and build again.')
  }
  return lines
}

/** Runs the command and answers its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const range = readCommand(args)
  if (range === null) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const built = await build(range)
  const problems = shortcomings(built)
  if (built.results.length > 0) process.stdout.write(`${built.results.map(describeResult).join('\n')}\n`)
  else if (problems.length === 0) process.stdout.write('There is nothing to book.\n')
  if (problems.length > 0) process.stderr.write(`${problems.join('\n')}\n`)
  return problems.length === 0 ? 0 : 1
}

const code = await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${usage}\n` : `${error.message}\n`)
  return 1
})
// A connection that is still being tried must not keep the process alive.
process.exit(code)
