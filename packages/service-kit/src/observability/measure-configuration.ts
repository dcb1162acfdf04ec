import { productVersion } from '@oms/contracts/version'
import type { ConfigState } from '../config/watch-tenant-config.ts'
import type { MetricsRegistry } from './metrics.ts'

/** Shows by which configuration a process works; see `metricCatalogue`. */
export function measureConfiguration(metrics: MetricsRegistry, state: () => ConfigState): void {
  metrics.gauge('oms_configuration_info', () => [{ labels: { version: productVersion, hash: state().hash }, value: 1 }])
  metrics.gauge('oms_configuration_refused', () => [{ labels: {}, value: state().isRefused ? 1 : 0 }])
}
