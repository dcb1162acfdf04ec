/**
 * `npm run assets -- verify|sweep|copy`: runs the command of catalog-assets on the files of the running system of this checkout, or on
 * those of the database that CATALOG_ASSETS_DATABASE_URL names and of the store that the environment names (docs/how-to/keep-assets-in-s3.md).
 * `npm run assets -- relocate --from BASE` runs `relocate` of each service that keeps addresses of files.
 */
import { join } from 'node:path'
import { assetEnvironment, dataFolder, givenSecret, readRunFile } from './run-file.ts'
import { runProgram } from './run-program.ts'

type Service = 'catalog-assets' | 'orders-workflow'

const variables: Record<Service, string> = {
  'catalog-assets': 'CATALOG_ASSETS_DATABASE_URL',
  'orders-workflow': 'ORDERS_WORKFLOW_DATABASE_URL',
}

function systemEnvironment(service: Service, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = dataFolder(environment)
  const given = givenSecret(variables[service], environment)
  // The store of another system is what the environment names.
  if (given !== undefined) return { DATABASE_URL: given, OMS_DATA_DIR: folder }
  const run = readRunFile(folder)
  return service === 'catalog-assets' ? assetEnvironment(run, folder) : { DATABASE_URL: run.databaseUrls[service] }
}

async function runIn(service: Service, program: string, args: readonly string[]): Promise<number> {
  const file = join(import.meta.dirname, '..', 'services', service, 'src', program)
  return await runProgram(file, args, { environment: () => systemEnvironment(service, process.env) })
}

async function run([action, ...more]: readonly string[]): Promise<number> {
  if (action !== 'relocate') return runIn('catalog-assets', 'cli/command.ts', action === undefined ? [] : [action, ...more])
  const code = await runIn('catalog-assets', 'cli/relocate.ts', more)
  return code === 0 ? runIn('orders-workflow', 'cli/relocate.ts', more) : code
}

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  return 1
})
