import { tenantJsonFiles } from '@oms/contracts/config/tenant-config'
import { DomainError } from '@oms/contracts/errors'
import type { RunningConfiguration } from '@oms/contracts/orders/configuration/running-configuration'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { ConfigContent } from '@oms/service-kit/config/load-tenant-config'
import { withoutSecrets } from '@oms/service-kit/config/without-secrets'

export type RunningConfigurationDeps = {
  /** The files that this process works by, as they were when it read them. */
  configuration: () => ConfigContent
}

/**
 * The configuration that this process works by, with a fingerprint in place of each secret and without credentials in
 * addresses (configuration.md#running-configuration).
 */
export function runningConfiguration({ configuration }: RunningConfigurationDeps): RunningConfiguration {
  const { hash, texts } = configuration()
  const schemas = new Map(tenantJsonFiles.map(({ file, schema }) => [file, schema]))
  const files = Object.entries(texts).map(([file, text]) => {
    const schema = schemas.get(file)
    // Templates are texts, and name no secret.
    return [file, schema === undefined ? text : withoutSecrets(JSON.parse(text), schema)]
  })
  return { hash, files: Object.fromEntries(files) }
}

/** Refuses clients that are limited to stores with `Forbidden`: a configuration is of all of them. */
export function requireAllStores({ storeIds }: Caller): void {
  if (storeIds !== null) throw new DomainError('Forbidden', 'The configuration is for clients of all stores.')
}
