import type { Database, QueryRunner } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { OrdersConfig } from '../rules/context/orders-config.ts'
import type { WriteDeps } from './write-context.ts'

/**
 * What commands and queries of every module work with; modules that run the workflow ask for more.
 */
export type OrderDeps = Omit<WriteDeps, 'config'> &
  Pick<Database, 'query' | 'execute'> & {
    /** For what may be read from a standby, if the route's contract allows it. */
    reading: QueryRunner
    /** The configuration in force now; asked again for each piece of work. */
    config: () => OrdersConfig
    log: Log
    /**
     * What the addresses of stored files begin with for clients. The server puts it into responses
     * in one piece; streams and comparisons do so themselves.
     */
    publicBase: string
  }
