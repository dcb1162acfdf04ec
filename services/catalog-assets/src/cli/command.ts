import { resolve } from 'node:path'
import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { CommandEnvironment } from '../environment.ts'
import { copyFiles } from '../modules/storage/copy-files.ts'
import type { FileStore } from '../modules/storage/file-store.ts'
import { fsStore } from '../modules/storage/fs-store.ts'
import { removeReleased } from '../modules/storage/maintain-files.ts'
import { bucketStore, type StorageEnvironment, storeFromEnvironment } from '../modules/storage/storage-environment.ts'
import { sweepFiles } from '../modules/storage/sweep-files.ts'
import { type FileProblem, type VerifyDeps, verifyFiles } from '../modules/storage/verify-files.ts'
import { type AssetCommand, type CopyTarget, readCommand, usage } from './read-command.ts'

// The command line of the service: verifies, sweeps and copies stored files while the service runs.

const FILES_AT_ONCE = 4

/**
 * Distinguishes this from a command that could not be carried out: a backup is made all the same.
 */
const MISSING_OR_ALTERED = 3

/** Writes a line to standard output. */
type Say = (text: string) => void

function problemText({ kind, key, assets }: FileProblem): string {
  return `${kind}  ${key}  ${assets.join(', ').replaceAll(/[\p{Cc}\s]+/gu, ' ')}`
}

async function sweep(deps: VerifyDeps, graceHours: number, say: Say): Promise<number> {
  const report = await sweepFiles(
    { ...deps, now: () => new Date() },
    {
      graceMs: graceHours * 3_600_000,
      onMissing: ({ keys, assets }) => {
        for (const key of keys) say(problemText({ kind: 'missing', key, assets }))
      },
    },
  )
  let released = 0
  for (let count = await removeReleased(deps); count > 0; count = await removeReleased(deps)) released += count
  const { files, orphans, spared, unfinished, missing } = report
  say(
    `${files} files; removed ${orphans} without a row, ${released} that nothing refers to, ${unfinished} unfinished; ${missing} missing.`,
  )
  if (spared > 0) {
    say(`The database knows no files at all: ${spared} files without a row were left. Is it the one of this store?`)
    return 1
  }
  return missing === 0 ? 0 : MISSING_OR_ALTERED
}

async function verify(deps: VerifyDeps, say: Say): Promise<number> {
  const { checked, missing, altered } = await verifyFiles(deps, (problem) => say(problemText(problem)))
  say(`${checked} files checked; ${missing} missing, ${altered} altered.`)
  return missing + altered === 0 ? 0 : MISSING_OR_ALTERED
}

async function copy(deps: VerifyDeps, to: FileStore, say: Say): Promise<number> {
  await to.check()
  const { copied, kept, missing, altered } = await copyFiles({ ...deps, to }, (problem) => say(problemText(problem)))
  say(`${copied} files copied to ${to.name}, ${kept} were there; ${missing} missing, ${altered} altered.`)
  return missing + altered === 0 ? 0 : MISSING_OR_ALTERED
}

async function targetStore(to: CopyTarget, environment: StorageEnvironment): Promise<FileStore> {
  if (to.kind === 'fs') return fsStore(resolve(to.location))
  return bucketStore(to.location, {
    ...environment,
    S3_REGION: to.region ?? environment.S3_REGION,
    S3_PATH_STYLE: to.isPathStyle ?? environment.S3_PATH_STYLE,
    ...(to.endpoint === undefined ? {} : { S3_ENDPOINT: to.endpoint }),
  })
}

async function carryOut(command: AssetCommand, env: NodeJS.ProcessEnv, say: Say): Promise<number> {
  const environment = loadEnvironment(CommandEnvironment, env)
  const database = createDatabase({
    url: environment.DATABASE_URL,
    log: createLogger({ service: 'assets', level: 'fatal' }),
    applicationName: 'oms assets',
    poolSizeMax: FILES_AT_ONCE,
  })
  const store = await storeFromEnvironment(environment)
  try {
    await store.check()
    const deps = { query: database.query, execute: database.execute, inTransaction: database.inTransaction, store }
    if (command.action === 'sweep') return await sweep(deps, environment.ASSET_GRACE_HOURS, say)
    if (command.action === 'verify') return await verify(deps, say)
    return await copy(deps, await targetStore(command.to, environment), say)
  } finally {
    store.close()
    await database.close()
  }
}

async function run(args: readonly string[], { env, stdout }: CommandSurroundings): Promise<number> {
  const say = (text: string) => void stdout.write(`${text}\n`)
  const command = readCommand(args)
  if (command !== null) return await carryOut(command, env, say)
  say(usage)
  return 0
}

/** `npx oms assets verify|sweep|copy`. */
export const assets = commandProgram(run, { usage, failureCode: 1 })

if (import.meta.main) process.exitCode = await assets(process.argv.slice(2), process)
