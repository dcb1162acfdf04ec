import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Credentials, credentialsFile } from '@open-oms/contracts/config/access/credentials'
import { checkConfigFile } from '@open-oms/service-kit/config/check-config-file'
import { problemText } from '@open-oms/service-kit/config/load-tenant-config'
import { configFolder } from '@open-oms/system/run-file'
import { CommandFailure } from '../../command-failure.ts'
import { writeWhole } from '../../write-whole.ts'

/** Where a configuration and its credentials are. */
export type Folders = { config: string; credentials: string }

/** The file as it is written: what is left out has its default. */
export type WrittenCredentials = { users?: Credentials['users']; apiClients?: Partial<Credentials['apiClients'][number]>[] }

/**
 * The folder of a configuration, `given` or that of `configFolder`, and that of its credentials:
 * `OMS_CREDENTIALS_DIR`, else the same.
 */
export function configFolders(given: string | undefined, environment: NodeJS.ProcessEnv): Folders {
  const config = given ?? configFolder(environment)
  return { config, credentials: environment.OMS_CREDENTIALS_DIR || config }
}

/** Reads `credentials.json`; raises `CommandFailure` for one that the gateway would refuse. */
export async function readCredentials({ credentials: folder }: Folders): Promise<WrittenCredentials> {
  const file = join(folder, credentialsFile.file)
  const text = existsSync(file) ? await readFile(file, 'utf8') : '{}'
  assertValid(folder, text)
  return JSON.parse(text)
}

/** Writes `credentials.json`, for nobody but its owner where there was none. */
export async function writeCredentials({ credentials: folder }: Folders, content: WrittenCredentials): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`
  assertValid(folder, text)
  await writeWhole(join(folder, credentialsFile.file), text)
}

function assertValid(folder: string, text: string): void {
  const result = checkConfigFile(credentialsFile, text)
  if (!('problems' in result)) return
  const lines = result.problems.map((problem) => `${problemText(folder, problem)}. ${problem.remedy}`)
  throw new CommandFailure(lines.join('\n'), { code: 'InvalidConfiguration', remedy: 'Nothing was written.' })
}
