import type { OrdersConfig } from './orders-config.ts'
import type { RunnerDeps } from './workflow/runner.ts'

/** What commands and queries of this service work with. */
export type Deps = RunnerDeps & {
  /** The configuration that holds now; asked anew for each piece of work. */
  config: () => OrdersConfig
}
