import { configFolder, dataFolder, type RunFile, readRunFile } from '@open-oms/system/run-file'
import { CommandFailure } from '../command-failure.ts'
import { exitCodes } from '../exit-codes.ts'

/** The system that `npm start` runs on this machine. */
export type LocalSystem = { dataDir: string; configDir: string; run: RunFile }

/**
 * The system that `run.json` in OMS_DATA_DIR describes. Raises `CommandFailure` when it is not
 * running.
 */
export function findLocalSystem(environment: NodeJS.ProcessEnv): LocalSystem {
  const dataDir = dataFolder(environment)
  try {
    return { dataDir, configDir: configFolder(environment), run: readRunFile(dataDir) }
  } catch (error) {
    throw new CommandFailure((error as Error).message, {
      exitCode: exitCodes.Unreachable,
      code: 'NotRunning',
      remedy: 'Start it, or name another system: OMS_DATA_DIR, --profile NAME or --gateway URL.',
      cause: error,
    })
  }
}
