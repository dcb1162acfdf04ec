import type { Database } from '@oms/service-kit/database/database'
import type { AccountingConfig } from './accounting-config.ts'

/** What commands, queries and consumers of this service work with. */
export type Deps = Pick<Database, 'inTransaction' | 'query'> & {
  /** The configuration that holds now; asked anew for each piece of work. */
  config: () => AccountingConfig
  now: () => Date
  /** A UUID of version 7. */
  newId: () => string
}
