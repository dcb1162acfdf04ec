/**
 * `npm run webhooks -- list|replay`: runs the command of orders-workflow against the running system of this checkout, or against the
 * database that ORDERS_WORKFLOW_DATABASE_URL names (webhooks.md#webhook-delivery).
 */
import { join } from 'node:path'
import { dataFolder, givenSecret, readRunFile } from './run-file.ts'
import { runProgram } from './run-program.ts'

const command = join(import.meta.dirname, '..', 'services/orders-workflow/src/cli/command.ts')

function databaseUrl(environment: NodeJS.ProcessEnv): string | undefined {
  return (
    givenSecret('ORDERS_WORKFLOW_DATABASE_URL', environment) ??
    readRunFile(dataFolder(environment)).databaseUrls['orders-workflow']
  )
}

process.exitCode = await runProgram(command, process.argv.slice(2), {
  environment: () => ({ DATABASE_URL: databaseUrl(process.env) }),
}).catch((error: Error) => {
  console.error(error.message)
  return 1
})
