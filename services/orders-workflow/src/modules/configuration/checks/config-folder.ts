import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { readConfigContent } from '@open-oms/service-kit/config/load-tenant-config'
import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import { connectorVariable } from '../../../environment.ts'
import { type ConfigFolder, findingsOnce } from '../check-folder.ts'
import type { StoredConfigurationDeps } from '../stored/read-documents.ts'
import { findAllFindings } from './find-all-findings.ts'

type Folder = { directory: string; isProduction: boolean; stored?: () => StoredDocuments }

/**
 * The configuration folder as it is at each request, with what is stored in place of its files,
 * checked as this process would check it when it starts.
 */
export function configFolder({ directory, isProduction, stored = () => ({}) }: Folder): ConfigFolder {
  return findingsOnce({
    read: () => readConfigContent({ directory, stored: stored(), files: tenantConfigFiles }),
    findings: () => findAllFindings({ directory, stored: stored(), environment: connectorVariable, isProduction }),
  })
}

/** The folder beside what may be stored in place of its files. */
export function storedConfiguration(
  { directory, isProduction }: Folder,
  look: () => Promise<void>,
): StoredConfigurationDeps['storedConfiguration'] {
  return {
    folder: () => readConfigContent({ directory, files: tenantConfigFiles }),
    // Logo and fonts are of the folder: what is stored does not change them.
    findings: (stored) =>
      findAllFindings({ directory, stored, environment: connectorVariable, triesDocuments: false, isProduction }),
    look,
  }
}
