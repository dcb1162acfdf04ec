import type { Database } from '@oms/service-kit/database/database'
import type { CatalogConfig } from './catalog-config.ts'

/** What commands and queries of this service work with. */
export type Deps = Pick<Database, 'inTransaction' | 'query'> & {
  /** The configuration that holds now; asked anew for each piece of work. */
  config: () => CatalogConfig
  now: () => Date
  /** A UUID of version 7. */
  newId: () => string
}
