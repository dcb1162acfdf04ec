import { productVersion } from '@oms/contracts/version'
import type { ConfigState } from '../config/watch-tenant-config.ts'
import type { SigningKeysState } from '../process/health.ts'
import type { MetricsRegistry } from './metrics.ts'

/** Shows by which configuration a process works; see `metricCatalogue`. */
export function measureConfiguration(metrics: MetricsRegistry, state: () => ConfigState): void {
  metrics.gauge('oms_configuration_info', () => [{ labels: { version: productVersion, hash: state().hash }, value: 1 }])
  metrics.gauge('oms_configuration_refused', () => [{ labels: {}, value: state().isRefused ? 1 : 0 }])
}

/** Shows whether a process signs by the keys that it was given last; see `metricCatalogue`. */
export function measureSigningKeys(metrics: MetricsRegistry, state: () => SigningKeysState): void {
  metrics.gauge('oms_signing_keys_refused', () => [{ labels: {}, value: state().isRefused ? 1 : 0 }])
}
