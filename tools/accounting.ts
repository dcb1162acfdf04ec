/**
 * `npm run accounting -- build …`: runs the command of accounting-read against the running system of this checkout, or against
 * the servers that ACCOUNTING_READ_DATABASE_URL and NATS_URL name (postings.md#web-fulfillment).
 */
import { join } from 'node:path'
import { configFolder, dataFolder, givenSecret, readRunFile } from './run-file.ts'
import { runProgram } from './run-program.ts'

const root = join(import.meta.dirname, '..')
const command = join(root, 'services/accounting-read/src/cli/command.ts')

/** What the command needs to know of the system. Throws an error that says how to start one. */
function systemEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const OMS_CONFIG_DIR = configFolder(environment)
  const given = givenSecret('ACCOUNTING_READ_DATABASE_URL', environment)
  const givenNats = givenSecret('NATS_URL', environment)
  if (given && givenNats) return { DATABASE_URL: given, NATS_URL: givenNats, OMS_CONFIG_DIR }
  const { databaseUrls, natsUrls } = readRunFile(dataFolder(environment))
  return {
    DATABASE_URL: given ?? databaseUrls['accounting-read'],
    NATS_URL: givenNats ?? natsUrls['accounting-read'],
    OMS_CONFIG_DIR,
  }
}

process.exitCode = await runProgram(command, process.argv.slice(2), { environment: () => systemEnvironment(process.env) }).catch(
  (error: Error) => {
    console.error(error.message)
    return 1
  },
)
