/**
 * `npm run backup -- --to FOLDER`: backs up the running system of this checkout (docs/how-to/back-up-and-restore.md).
 */
import { resolve } from 'node:path'
import { readArguments, UsageError } from '@oms/service-kit/config/read-arguments'
import { makeBackup } from './backup/make-backup.ts'
import { runCommand } from './backup/run-command.ts'
import { configFolder, dataFolder } from './run-file.ts'

const usage = `Usage: npm run backup -- --to FOLDER

Backs up the running system: databases, files, keys and configuration. The folder must be new or empty. It holds secrets and customer data.
Ends with 0 when it was done, 1 when it was not, 2 when the command is wrong, 3 when it was done and files of assets are missing or altered in the store,
130 when it was interrupted.`

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = readArguments(args, { to: { type: 'string' } })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is not understood.`)
  if (!values.to) throw new UsageError('Where to? Give --to FOLDER.')
  const plan = { to: resolve(values.to), dataDir: dataFolder(), configDir: configFolder(), print: console.log, signal }
  if (await makeBackup(plan)) return 0
  console.error('The backup is complete but for files that are missing or altered in the store; see above.')
  return 3
}

await runCommand(usage, run)
