import { tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { readConfigContent } from '@oms/service-kit/config/load-tenant-config'
import { connectorVariable } from '../../../environment.ts'
import { type ConfigFolder, findingsOnce } from '../check-folder.ts'
import { findAllFindings } from './find-all-findings.ts'

/**
 * The configuration folder as it is at each request, checked as this process would check it when it
 * starts.
 */
export function configFolder({ directory, isProduction }: { directory: string; isProduction: boolean }): ConfigFolder {
  return findingsOnce({
    read: () => readConfigContent({ directory, files: tenantConfigFiles }),
    findings: () => findAllFindings({ directory, environment: connectorVariable, isProduction }),
  })
}
