import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path'
import { Command, Option } from '@commander-js/extra-typings'
import { apiClientsFile } from '@open-oms/contracts/config/access/api-clients'
import { getRunningConfiguration } from '@open-oms/contracts/orders/configuration/routes'
import { configFolder, givenSecret } from '@open-oms/system/run-file'
import { runProgram } from '@open-oms/system/run-program'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { programCommand } from '../../local/service-program.ts'
import { requireCheckout } from '../../target/find-target.ts'
import { writeWhole } from '../../write-whole.ts'
import { changeUsers } from '../user/change-users.ts'
import { configFolders, type Folders, readCredentials, writeCredentials } from '../user/credential-file.ts'
import { diffConfig } from './diff-config.ts'
import { migrateConfig } from './migrate-config.ts'

const programs = join(import.meta.dirname, '../../../../../services/orders-workflow/src/cli')

type ConfigProgram = {
  name: 'check-configuration' | 'simulate-configuration'
  args: readonly string[]
  /** Beside the environment of the command. */
  environment: NodeJS.ProcessEnv
}

/**
 * Runs a program of orders-workflow, the only service that knows the workflow steps, in its
 * own process (ADR 73). Its output is the output of the command. Returns its exit code.
 */
async function runConfigProgram({ name, args, environment }: ConfigProgram, context: Context): Promise<ExitCode> {
  requireCheckout()
  const { output, streams, signal, environment: inherited } = context
  const given = output.isJson ? [...args, '--json'] : args
  const options = { ...streams, inherited, environment: () => environment, signal }
  return (await runProgram(join(programs, `${name}.ts`), given, options)) as ExitCode
}

type Options = { config: string; from?: string; orders: string; since: string; mapping?: string }

/**
 * `oms config simulate`: replays stored orders under a new configuration, next to their database
 * (configuration.md#configuration-simulation).
 */
const simulateConfig: DeclareCommand = (run) =>
  new Command('simulate')
    .description(
      'Replay the requests of stored orders under a new configuration as dry runs, and list those whose outcomes differ; exits with 1 when some do, 2 for a wrong command, 3 when the simulation failed',
    )
    .requiredOption('--config <folder>', 'the new configuration')
    .option('--from <folder>', 'the current configuration; by default that of the running system')
    .option('--orders <last-n>', 'how many of the most recently changed orders', 'last-1000')
    .option('--since <time>', 'only orders that changed since then: 2026-01-31, 12h, 2d', '2d')
    .option('--mapping <file>', 'the mapping of `oms config migrate`')
    .action((options) => run((context) => simulate(options as Options, context)))

async function simulate({ config, from, orders, since, mapping }: Options, context: Context): Promise<ExitCode> {
  const environment = { DATABASE_URL: databaseUrl(context) }
  const folder = from === undefined ? await mkdtemp(join(tmpdir(), 'oms-running-')) : null
  try {
    if (folder !== null) await writeConfigFiles(folder, (await context.api().call(getRunningConfiguration)).files)
    const args = ['--config', resolve(config), '--from', folder ?? resolve(from ?? ''), '--orders', orders, '--since', since]
    if (mapping !== undefined) args.push('--mapping', resolve(mapping))
    return await runConfigProgram({ name: 'simulate-configuration', args, environment }, context)
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}

/** Raises `CommandFailure` when the system runs on another machine. */
function databaseUrl(context: Context): string {
  const given = givenSecret('ORDERS_WORKFLOW_DATABASE_URL', context.environment)
  const found = given ?? context.target().local?.run.databaseUrls['orders-workflow']
  if (found !== undefined) return found
  throw new CommandFailure('A simulation needs the database of the orders.', {
    exitCode: exitCodes.WrongUsage,
    code: 'NotLocal',
    remedy:
      'Run `node dist/cli/simulate-configuration.js` in a container of orders-workflow, or set ORDERS_WORKFLOW_DATABASE_URL.',
  })
}

/**
 * Writes the files of a configuration, as `GET /api/Configuration` has them, into a folder:
 * templates are texts, all else is JSON.
 */
export async function writeConfigFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    if (isAbsolute(file) || normalize(file).startsWith('..')) throw new Error(`"${file}" is not a configuration file.`)
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

type WrittenClient = { clientId: string; secretHash?: string | null; previousSecretHash?: string | null }
type ClientsContent = { apiClients: WrittenClient[] }

/**
 * `oms config separate-credentials`: moves the hashes of a configuration into `credentials.json`
 * (configuration.md#credentials).
 */
const separateCredentials: DeclareCommand = (run) =>
  new Command('separate-credentials')
    .description('Move the hashes of passwords and client secrets into credentials.json, which the gateway alone needs')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .option('--to <folder>', 'the folder of credentials.json; by default OMS_CREDENTIALS_DIR, else the same folder')
    .action((options) =>
      run(async ({ environment, output }) => {
        const folders = configFolders(options.config, environment)
        if (options.to !== undefined) folders.credentials = options.to
        await mkdir(folders.credentials, { recursive: true, mode: 0o700 })
        await changeUsers(folders, (users) => users)
        await moveSecrets(folders)
        const { users = [], apiClients = [] } = await readCredentials(folders)
        const result = { folder: folders.credentials, users: users.length, apiClients: apiClients.length }
        output.result(
          result,
          () =>
            `${folders.credentials}: hashes of ${users.length} people and ${apiClients.length} clients. Give it to the gateway alone.`,
        )
      }),
    )

async function moveSecrets(folders: Folders): Promise<void> {
  const file = join(folders.config, apiClientsFile.file)
  const content = JSON.parse(await readFile(file, 'utf8')) as ClientsContent
  const moved = content.apiClients.flatMap(({ clientId, secretHash, previousSecretHash = null }) =>
    secretHash == null ? [] : [{ clientId, secretHash, previousSecretHash }],
  )
  if (moved.length === 0) return
  const credentials = await readCredentials(folders)
  const ids = new Set(moved.map(({ clientId }) => clientId))
  const others = (credentials.apiClients ?? []).filter(({ clientId = '' }) => !ids.has(clientId))
  await writeCredentials(folders, { ...credentials, apiClients: [...others, ...moved] })
  const apiClients = content.apiClients.map(({ secretHash, previousSecretHash, ...client }) =>
    secretHash == null ? { ...client, previousSecretHash } : client,
  )
  await writeWhole(file, `${JSON.stringify({ ...content, apiClients }, null, 2)}\n`)
}

/** `oms config check [FOLDER]`: what a start or a reload of any service would refuse or warn of. */
const checkConfig: DeclareCommand = (run) =>
  new Command('check')
    .description(
      'Check a configuration folder as all services do at their start, without a running system; ends with 1 when it has errors',
    )
    .argument('[folder]', 'the folder; by default OMS_CONFIG_DIR, or the one that the system of this machine was started with')
    .option('--strict', 'warnings are errors')
    .option('--production', 'also refuse what NODE_ENV=production refuses: demo clients and known secrets')
    .option('--without-environment', 'do not look whether the variables are set that connectors name')
    .action((folder, options) =>
      run((context) => {
        const flags = [
          ...(options.strict ? ['--strict'] : []),
          ...(options.production ? ['--production'] : []),
          ...(options.withoutEnvironment ? ['--without-environment'] : []),
        ]
        const args = [folder ?? configFolder(context.environment), ...flags]
        return runConfigProgram({ name: 'check-configuration', args, environment: {} }, context)
      }),
    )

/** `oms config stored`: what counts in place of files, and back to files. */
const storedConfig = programCommand({
  name: 'stored',
  description: 'List what is stored in place of files of the configuration folder, or write it as files',
  options: [new Option('--export <folder>', 'write the stored documents as files')],
  programs: [{ service: 'orders-workflow', file: 'cli/stored-configuration.ts' }],
  words: [],
})

/** `oms config …` */
export const configCommands: readonly DeclareCommand[] = [
  checkConfig,
  diffConfig,
  simulateConfig,
  migrateConfig,
  separateCredentials,
  storedConfig,
]
