import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { configFolder, dataFolder } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { findLocalSystem } from '../../target/local-system.ts'

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
        const { makeBackup } = await import('@oms/system/backup/make-backup')
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
