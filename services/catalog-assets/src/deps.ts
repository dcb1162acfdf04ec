import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import type { Database, QueryRunner } from '@open-oms/service-kit/database/database'
import type { DownloadDeps } from './modules/incoming-files/download-file.ts'
import type { FileStore } from './modules/storage/file-store.ts'

/** The parts of the tenant configuration that the catalogue works with. */
export const catalogConfigNames = ['settings', 'customFields', 'roles'] as const
export type CatalogConfig = Pick<TenantConfig, (typeof catalogConfigNames)[number]>

/** What commands and queries of this service work with. */
export type Deps = DownloadDeps &
  Pick<Database, 'inTransaction' | 'query' | 'execute'> & {
    /** For what may be read from a standby, if the route's contract allows it. */
    reading: QueryRunner
    /** The current configuration; to be called for each piece of work, because it may change. */
    config: () => CatalogConfig
    /** Where the content of assets is kept. */
    store: FileStore
    now: () => Date
    /** A UUID of version 7. */
    newId: () => string
  }
