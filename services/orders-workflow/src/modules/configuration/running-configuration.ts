import { tenantJsonFiles } from '@open-oms/contracts/config/tenant-config'
import type { ExplainedStep, RunningConfiguration } from '@open-oms/contracts/orders/configuration/running-configuration'
import type { ConfigContent } from '@open-oms/service-kit/config/load-tenant-config'
import { withoutSecrets } from '@open-oms/service-kit/config/without-secrets'
import { loadedExtensions } from '../extensions/load-extensions.ts'
import { type ConfigurableStep, configurableSteps } from '../workflow/steps/step-registry.ts'

export type RunningConfigurationDeps = {
  /** The files that this process works by, as they were when it read them. */
  configuration: () => ConfigContent
}

/**
 * The configuration that this process works by, with a fingerprint in place of each secret and
 * without credentials in addresses (configuration.md#running-configuration).
 */
export function runningConfiguration({ configuration }: RunningConfigurationDeps): RunningConfiguration {
  const { hash, texts } = configuration()
  return {
    hash,
    files: filesWithoutSecrets(texts),
    steps: configurableSteps().map(explainedStep),
    extensions: [...loadedExtensions()],
  }
}

/**
 * The files by name: those of JSON as what they say, without secrets. Raises a SyntaxError for JSON
 * that is none.
 */
export function filesWithoutSecrets(texts: ConfigContent['texts']): Record<string, unknown> {
  const schemas = new Map(tenantJsonFiles.map(({ file, schema }) => [file, schema]))
  const files = Object.entries(texts).map(([file, text]) => {
    const schema = schemas.get(file)
    // Templates are texts, and name no secret.
    return [file, schema === undefined ? text : withoutSecrets(JSON.parse(text), schema)]
  })
  return Object.fromEntries(files)
}

function explainedStep({ names, reference, properties }: ConfigurableStep): ExplainedStep {
  const { does, conditions, warnings, errors } = reference
  // Steps of extensions call whom they want, without a connector of the system.
  const connectorKinds = 'connectorKinds' in reference ? reference.connectorKinds : []
  return {
    names: [...names],
    does,
    connectorKinds: [...connectorKinds],
    conditions: [...conditions],
    warnings: [...warnings],
    errors: [...errors],
    properties: Object.entries(properties).map(([key, { values: _, ...property }]) => ({ key, ...property })),
  }
}
