import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { apiClientsFile } from '@oms/contracts/config/api-clients'
import type { DeclareCommand } from '../../command.ts'
import { writeWhole } from '../../write-whole.ts'
import { changeUsers } from '../user/change-users.ts'
import { configFolders, type Folders, readCredentials, writeCredentials } from '../user/credential-file.ts'

type WrittenClient = { clientId: string; secretHash?: string | null; previousSecretHash?: string | null }
type ClientsContent = { apiClients: WrittenClient[] }

/**
 * `oms config separate-credentials`: moves the hashes of a configuration into `credentials.json`
 * (configuration.md#credentials).
 */
export const separateCredentials: DeclareCommand = (run) =>
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
