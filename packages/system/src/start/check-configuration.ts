import { tenantConfigChecks, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { describeError, StartError } from '@oms/local-servers/start-error'
import { loadTenantConfig } from '@oms/service-kit/config/load-tenant-config'

/**
 * Reads the whole tenant configuration once, so that a fault in it is reported once and before
 * anything is started.
 */
export async function checkConfiguration(directory: string): Promise<void> {
  const names = Object.keys(tenantConfigFiles) as (keyof typeof tenantConfigFiles)[]
  try {
    await loadTenantConfig({ directory, files: tenantConfigFiles, checks: tenantConfigChecks, names })
  } catch (error) {
    throw new StartError(describeError(error))
  }
}
