import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isStorable } from '@open-oms/contracts/config/stored-documents'
import { invariant } from '@open-oms/contracts/errors'
import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { CommandEnvironment } from '../environment.ts'
import { type NewestVersions, readNewestVersions, storedDocuments } from '../modules/configuration/stored/document-store.ts'

// What counts in place of files of the configuration, beside the database
// (configuration.md#stored-documents).

const usage = `Usage: oms config stored [--export FOLDER]

Lists the documents that are stored in place of files of the configuration: version, when, by whom and why.

--export FOLDER   writes them into the folder, as the files that they count in place of`

/** Null: help is asked for. Throws UsageError. */
function readCommand(args: readonly string[]): { folder: string | null } | null {
  const { values, positionals } = readArguments(args, { export: { type: 'string' } })
  if (values.help) return null
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is not understood.`)
  return { folder: values.export === undefined ? null : resolve(values.export) }
}

async function readStored(env: NodeJS.ProcessEnv): Promise<NewestVersions> {
  const database = createDatabase({
    url: loadEnvironment(CommandEnvironment, env).DATABASE_URL,
    log: createLogger({ service: 'stored configuration', level: 'fatal' }),
    applicationName: 'oms config stored',
    poolSizeMax: 1,
  })
  try {
    return await readNewestVersions(database)
  } finally {
    await database.close()
  }
}

function describe({ byName }: NewestVersions): string {
  const lines = [...byName.values()].map(({ name, version, content, changed, changedBy, note }) => {
    const state = content === null ? 'the file counts' : 'stored'
    return [name, `version ${version}`, state, changed.toISOString(), changedBy, note ?? '-']
      .join('  ')
      .replaceAll(/\p{Cc}/gu, '�')
  })
  return lines.length === 0 ? 'Nothing is stored: the files of the configuration folder count.' : lines.join('\n')
}

/** Whole files, which only their owner may read: hashes of before may be among them. */
async function exportTo(folder: string, newest: NewestVersions): Promise<string> {
  const documents = Object.entries(storedDocuments(newest))
  for (const [name, text] of documents) {
    invariant(isStorable(name), 'only what may be stored is in the table')
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { mode: 0o600 })
  }
  return documents.length === 0 ? 'Nothing is stored.' : `${documents.map(([name]) => name).join('\n')}\nwritten to ${folder}`
}

async function run(args: readonly string[], { env, stdout }: CommandSurroundings): Promise<number> {
  const command = readCommand(args)
  if (command === null) {
    stdout.write(`${usage}\n`)
    return 0
  }
  const newest = await readStored(env)
  stdout.write(`${command.folder === null ? describe(newest) : await exportTo(command.folder, newest)}\n`)
  return 0
}

/** `npx oms config stored`. */
export const storedConfigurationProgram = commandProgram(run, { usage, failureCode: 1 })

if (import.meta.main) process.exitCode = await storedConfigurationProgram(process.argv.slice(2), process)
