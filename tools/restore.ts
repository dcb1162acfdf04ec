/**
 * `npm run restore -- --from FOLDER`: makes the data folder of this checkout from a backup (docs/how-to/back-up-and-restore.md).
 */
import { join, resolve } from 'node:path'
import { readArguments, UsageError } from '@oms/service-kit/config/read-arguments'
import { restoreBackup } from './backup/restore-backup.ts'
import { runCommand } from './backup/run-command.ts'
import { dataFolder } from './run-file.ts'

const usage = `Usage: npm run restore -- --from FOLDER [--public-url URL] [--replace]

Makes the data folder (OMS_DATA_DIR) from a backup; npm start then goes on with it.
  --public-url URL  another public address than before: what addresses of stored files are to begin with
  --replace         the data folder is not empty: move it aside
Ends with 0 when it was done, 1 when it was not, 2 when the command is wrong, 130 when it was interrupted.`

function publicUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text))
    throw new UsageError(`--public-url must be an address of http or https; it is "${text}".`)
  return text.replace(/\/+$/, '')
}

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const options = { from: { type: 'string' }, 'public-url': { type: 'string' }, replace: { type: 'boolean' } } as const
  const { values, positionals } = readArguments(args, options)
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is not understood.`)
  if (!values.from) throw new UsageError('Where from? Give --from FOLDER.')
  const publicUrl = publicUrlOf(values['public-url'])
  const from = resolve(values.from)
  const isReplacing = values.replace === true
  await restoreBackup({ from, dataDir: dataFolder(), isReplacing, publicUrl, print: console.log, signal })
  const named = process.env.OMS_DATA_DIR ? [`OMS_DATA_DIR=${dataFolder()}`] : []
  const addresses =
    publicUrl === null ? [] : ['PUBLIC_URL', 'OIDC_ISSUER', 'ASSET_PUBLIC_BASE'].map((name) => `${name}=${publicUrl}`)
  console.log(`Restored. Start it: ${[...named, ...addresses, 'npm start'].join(' ')}`)
  console.log(
    `The files of assets are in ${join(dataFolder(), 'assets')}: start without ASSET_STORE and ASSET_DIR, or copy them.`,
  )
  console.log(`The configuration of the time is in ${join(from, 'config')}; OMS_CONFIG_DIR names another folder than config.`)
  return 0
}

await runCommand(usage, run)
