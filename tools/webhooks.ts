/**
 * `npm run webhooks -- list|replay`: runs the command of orders-workflow against the running system of this checkout, or against the
 * database that ORDERS_WORKFLOW_DATABASE_URL names (webhooks.md#webhook-delivery).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { dataFolder, readRunFile } from './run-file.ts'

const command = join(import.meta.dirname, '..', 'services/orders-workflow/src/cli/command.ts')

function databaseUrl(environment: NodeJS.ProcessEnv): string | undefined {
  return environment.ORDERS_WORKFLOW_DATABASE_URL || readRunFile(dataFolder(environment)).databaseUrls['orders-workflow']
}

async function run(args: readonly string[]): Promise<number> {
  // Help needs no system.
  const found = args.includes('--help') ? {} : { DATABASE_URL: databaseUrl(process.env) }
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
