import { withPasswordHashes, withSecretHashes } from '@open-oms/contracts/config/access/credentials'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import type { DocumentSettings } from '@open-oms/contracts/config/document-settings'
import type { Market } from '@open-oms/contracts/config/markets'
import { gatewayConfigFiles, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { findKnownPasswords, findKnownSecrets } from '@open-oms/service-kit/authentication/known-secrets'
import { type ConfigFinding, findConfigFindings } from '@open-oms/service-kit/config/find-config-findings'
import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import type { Environment } from '../../../connectors/http/connector-address.ts'
import { createDocumentRenderer } from '../../documents/drawing/document-renderer.ts'
import { findUnprintableMarkets } from '../../documents/find-unprintable-markets.ts'
import { ordersChecks } from './config-checks.ts'

export type CheckedFolder = {
  directory: string
  /** The folder of the credentials, for who may read them; absent: they are not looked at. */
  secretsDirectory?: string
  /** What counts in place of files of the folder. */
  stored?: StoredDocuments
  /** The variables that connectors name; null: they are not looked at. */
  environment: Environment | null
  /** Whether logo and fonts are tried out, which takes a second; true when absent. */
  triesDocuments?: boolean
  /** True: what NODE_ENV=production refuses is an error, else a warning. */
  isProduction: boolean
}

/**
 * Everything that any service would refuse or warn of when it starts with a configuration folder,
 * without database, NATS or a running system (configuration.md#configuration-check).
 */
export async function findAllFindings({
  directory,
  secretsDirectory,
  stored,
  environment,
  triesDocuments = true,
  isProduction,
}: CheckedFolder): Promise<ConfigFinding[]> {
  const files: typeof gatewayConfigFiles =
    secretsDirectory === undefined ? (tenantConfigFiles as typeof gatewayConfigFiles) : gatewayConfigFiles
  const request = { directory, secretsDirectory, stored, files, checks: ordersChecks(environment) }
  return findConfigFindings(request, async (loaded) => {
    const { apiClients = [], users = [], settings, markets = [], credentials = { users: [], apiClients: [] } } = loaded
    const secrets = [
      ...(await findKnownSecrets(withSecretHashes(apiClients, credentials))),
      ...(await findKnownPasswords(withPasswordHashes(users, credentials))),
    ]
    const { errors, warnings } =
      settings === undefined || !triesDocuments
        ? noFindings
        : await findDocumentProblems({ directory, markets, settings: settings.documents })
    const refused = secrets.map((problem) => ({ ...problem, reason: `${problem.reason}; production refuses it` }))
    return isProduction ? { errors: [...errors, ...secrets], warnings } : { errors, warnings: [...warnings, ...refused] }
  })
}

type Findings = { errors: ConfigProblem[]; warnings: ConfigProblem[] }
const noFindings: Findings = { errors: [], warnings: [] }

/**
 * Errors: logo and fonts with which no document can be made. Warnings: markets whose letters no
 * font has.
 */
async function findDocumentProblems({
  directory,
  markets,
  settings,
}: {
  directory: string
  markets: readonly Market[]
  settings: DocumentSettings
}): Promise<Findings> {
  try {
    const documents = await createDocumentRenderer({ directory, settings })
    try {
      await documents.check()
      return { errors: [], warnings: await findUnprintableMarkets(markets, documents) }
    } finally {
      await documents.stop()
    }
  } catch (error) {
    const { message } = error as Error
    const path = /settings\.json: (documents\.\S+): /.exec(message)?.[1] ?? 'documents'
    const reason = message.split(`${path}: `).at(-1) ?? message
    const remedy = 'Put a file there that can be used, or remove the setting.'
    return { errors: [{ file: 'settings.json', path, reason, remedy }], warnings: [] }
  }
}
