/**
 * `npm run assets -- verify|sweep|copy`: runs the command of catalog-assets on the files of the running system of this checkout, or on
 * those of the database that CATALOG_ASSETS_DATABASE_URL names and of the store that the environment names (docs/assets.md).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { dataFolder, readRunFile } from './run-file.ts'

const command = join(import.meta.dirname, '..', 'services/catalog-assets/src/command.ts')

function systemEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = dataFolder(environment)
  return {
    DATABASE_URL: environment.CATALOG_ASSETS_DATABASE_URL || readRunFile(folder).databaseUrls['catalog-assets'],
    OMS_DATA_DIR: folder,
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
