import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigChecks, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { loadEnvironment } from '@oms/service-kit/config/load-environment'
import { loadTenantConfig } from '@oms/service-kit/config/load-tenant-config'
import { createDatabase, type Log } from '@oms/service-kit/database/database'
import { connectNats } from '@oms/service-kit/events/connect-nats'
import { countSetAside } from '@oms/service-kit/events/dead-letters'
import { waitUntilHandled } from '@oms/service-kit/events/wait-until-handled'
import { createLogger } from '@oms/service-kit/observability/logger'
import { accountingConfigNames } from './accounting-config.ts'
import { consumersOf } from './app.ts'
import { CommandEnvironment } from './config.ts'
import type { Deps } from './deps.ts'
import type { BuildResult } from './features/build-postings/build-day.ts'
import { type BuildRange, buildDays } from './features/build-postings/build-days.ts'
import { describeResult } from './features/build-postings/describe-result.ts'
import { readCommand, UsageError, usage } from './features/build-postings/read-command.ts'

// The command line of the service: builds postings by hand, beside the process that serves requests (4-decisions O.3).

const NATS_CONNECT_MS = 10_000

/** Waits until the service has taken in every payment whose event is in the stream by now. */
async function waitForEvents(environment: CommandEnvironment, deps: Deps, log: Log): Promise<void> {
  const { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password } = environment
  // The connection would wait for ever for a server that is not there.
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`NATS cannot be reached at ${new URL(url).host}.`)), NATS_CONNECT_MS)
  const connecting = connectNats({ url, user, password, log, name: 'accounting build' })
  const nats = await Promise.race([connecting, late.promise]).finally(() => clearTimeout(timer))
  try {
    for (const consumer of consumersOf(deps)) await waitUntilHandled(nats, consumer)
  } finally {
    await nats.close()
  }
}

/** Payments whose events failed, or wait for one that did, are in no posting: whoever builds should know. */
async function warnOfSetAside(deps: Deps): Promise<void> {
  const setAside = await countSetAside(deps)
  for (const { name } of consumersOf(deps)) {
    const { deadLetters = 0, parked = 0 } = setAside[name] ?? {}
    if (deadLetters + parked === 0) continue
    process.stderr.write(
      `${deadLetters} dead letters and ${parked} waiting events are not booked: npm run events -- dead-letters list\n`,
    )
  }
}

async function build(range: BuildRange): Promise<BuildResult[]> {
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
    await warnOfSetAside(deps)
    return await buildDays(deps, range)
  } finally {
    await database.close()
  }
}

/** Runs the command and answers its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const range = readCommand(args)
  if (range === null) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const results = await build(range)
  const lines = results.length === 0 ? ['There is nothing to book.'] : results.map(describeResult)
  process.stdout.write(`${lines.join('\n')}\n`)
  const drafts = results.filter(({ outcome }) => outcome === 'draft').length
  if (drafts === 0) return 0
  const subject = drafts === 1 ? 'A posting stays a draft' : `${drafts} postings stay drafts`
  process.stderr.write(`${subject}: put the reason right and build again.\n`)
  return 1
}

const code = await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${usage}\n` : `${error.message}\n`)
  return 1
})
// A connection that is still being tried must not keep the process alive.
process.exit(code)
