/**
 * `npm run accounting -- build …`: runs the command of accounting-read against the running system of this checkout, or against
 * the servers that ACCOUNTING_READ_DATABASE_URL and NATS_URL name (postings.md#web-fulfillment).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { configFolder, dataFolder, readRunFile } from './run-file.ts'

const root = join(import.meta.dirname, '..')
const command = join(root, 'services/accounting-read/src/cli/command.ts')

/** What the command needs to know of the system. Throws an error that says how to start one. */
function systemEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const OMS_CONFIG_DIR = configFolder(environment)
  const { ACCOUNTING_READ_DATABASE_URL, NATS_URL } = environment
  if (ACCOUNTING_READ_DATABASE_URL && NATS_URL) return { DATABASE_URL: ACCOUNTING_READ_DATABASE_URL, NATS_URL, OMS_CONFIG_DIR }
  const { databaseUrls, natsUrls } = readRunFile(dataFolder(environment))
  return {
    DATABASE_URL: ACCOUNTING_READ_DATABASE_URL || databaseUrls['accounting-read'],
    NATS_URL: NATS_URL || natsUrls['accounting-read'],
    OMS_CONFIG_DIR,
  }
}

async function run(args: readonly string[]): Promise<number> {
  // Help needs no system.
  const found = args.includes('--help') ? {} : systemEnvironment(process.env)
  const child = spawn(process.execPath, [...process.execArgv, command, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...found },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  return 1
})
