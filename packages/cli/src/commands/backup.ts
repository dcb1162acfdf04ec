import { join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { configFolder, dataFolder } from '@open-oms/system/run-file'
import type { DeclareCommand } from '../command.ts'
import { wrongUsage } from '../command-failure.ts'
import { exitCodes } from '../exit-codes.ts'
import { findLocalSystem } from '../target/local-system.ts'

/** `oms restore --from FOLDER`: makes the data folder from a backup (backups.md#restoring). */
export const restore: DeclareCommand = (run) =>
  new Command('restore')
    .description('Create the data folder (OMS_DATA_DIR) from a backup; `npm start` then uses it')
    .requiredOption('--from <folder>', 'the backup')
    .option('--public-url <url>', 'the public address of the restored system: the new base of the addresses of stored files')
    .option('--replace', 'the data folder is not empty: move it aside')
    .option('--erasures <file...>', 'lists of what was erased since the backup, such as erasures.jsonl of a newer one')
    .action((options) =>
      run(async (context) => {
        context.requireHere()
        const { output, environment, signal } = context
        const publicUrl = parsePublicUrl(options.publicUrl)
        const [from, dataDir, isReplacing] = [resolve(options.from), dataFolder(environment), options.replace === true]
        process.umask(0o077)
        const { restoreBackup } = await import('@open-oms/system/backup/restore-backup')
        const erasures = (options.erasures ?? []).map((file) => resolve(file))
        await restoreBackup({ from, dataDir, isReplacing, publicUrl, erasures, print: output.note, signal })
        const start = startCommand(environment, dataDir, publicUrl)
        output.result({ dataDir, assets: join(dataDir, 'assets'), configuration: join(from, 'config'), start }, () =>
          [
            `Restored. Start it: ${start}`,
            `The files of assets are in ${join(dataDir, 'assets')}: start without ASSET_STORE and ASSET_DIR, or copy them.`,
            `The configuration of the time is in ${join(from, 'config')}; OMS_CONFIG_DIR names another folder than config.`,
          ].join('\n'),
        )
      }),
    )

function startCommand(environment: NodeJS.ProcessEnv, dataDir: string, publicUrl: string | null): string {
  const named = environment.OMS_DATA_DIR ? [`OMS_DATA_DIR=${dataDir}`] : []
  const addresses = ['PUBLIC_URL', 'OIDC_ISSUER', 'ASSET_PUBLIC_BASE'].map((name) => `${name}=${publicUrl}`)
  return [...named, ...(publicUrl === null ? [] : addresses), 'npm start'].join(' ')
}

function parsePublicUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text))
    throw wrongUsage(`--public-url must be an address of http or https; it is "${text}".`)
  return text.replace(/\/+$/, '')
}

/**
 * `oms backup --to FOLDER`: databases, files, keys and configuration of the running system
 * (backups.md#backing-up).
 */
export const backup: DeclareCommand = (run) =>
  new Command('backup')
    .description(
      'Back up the running system; ends with 3 when it was done but files of assets are missing or altered in the store',
    )
    .requiredOption('--to <folder>', 'where to, a new or empty folder; it holds secrets and customer data')
    .action(({ to }) =>
      run(async (context) => {
        context.requireHere()
        const { output, environment, signal } = context
        findLocalSystem(environment)
        // Whatever is written, also by the programs that are run, is for nobody else.
        process.umask(0o077)
        const { makeBackup } = await import('@open-oms/system/backup/make-backup')
        const folder = resolve(to)
        const plan = {
          to: folder,
          dataDir: dataFolder(environment),
          configDir: configFolder(environment),
          print: output.note,
          signal,
        }
        const isWhole = await makeBackup(plan)
        output.result({ folder, isWhole }, () =>
          isWhole
            ? 'The backup is complete.'
            : 'The backup is complete but for files that are missing or altered in the store; see above.',
        )
        return isWhole ? exitCodes.Done : exitCodes.DoneInPart
      }),
    )
