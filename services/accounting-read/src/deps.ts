import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import type { Database, QueryRunner } from '@open-oms/service-kit/database/database'

/** The parts of the tenant configuration that accounting works with. */
export const accountingConfigNames = ['stores', 'charts', 'taxGroups', 'paymentMethods', 'settings'] as const
export type AccountingConfig = Pick<TenantConfig, (typeof accountingConfigNames)[number]>

/** What commands, queries and consumers of this service work with. */
export type Deps = Pick<Database, 'inTransaction' | 'query' | 'execute'> & {
  /** For what may be read from a standby, if the route's contract allows it. */
  reading: QueryRunner
  /** The present configuration; to be called for each piece of work. */
  config: () => AccountingConfig
  now: () => Date
  /** A UUID of version 7. */
  newId: () => string
}
