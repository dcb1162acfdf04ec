import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { CommandEnvironment } from '../environment.ts'
import { describeAudit, verifyRecords } from '../modules/audit/verify-records.ts'

// The command line of the service: verifies the audit log (audit.md#chain-of-records).

const usage = `Usage: npx oms audit verify

Calculates the hash of every record again and follows the chain to its end. Ends with 0 when all is as it was written, 1 when not.`

async function run(args: readonly string[], { env, stdout, stderr }: CommandSurroundings): Promise<number> {
  const { values, positionals } = readArguments(args, {})
  if (values.help) {
    stdout.write(`${usage}\n`)
    return 0
  }
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageError('Say what to do: verify.')
  const database = createDatabase({
    url: loadEnvironment(CommandEnvironment, env).DATABASE_URL,
    log: createLogger({ service: 'audit', level: 'fatal' }),
    applicationName: 'oms audit',
    poolSizeMax: 1,
  })
  try {
    const verified = await verifyRecords(database)
    const isWhole = verified.difference === null
    ;(isWhole ? stdout : stderr).write(`${describeAudit(verified)}\n`)
    return isWhole ? 0 : 1
  } finally {
    await database.close()
  }
}

/** `npx oms audit verify`. */
export const audit = commandProgram(run, { usage, failureCode: 1 })

if (import.meta.main) process.exitCode = await audit(process.argv.slice(2), process)
