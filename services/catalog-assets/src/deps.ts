import type { Database } from '@oms/service-kit/database/database'
import type { CatalogConfig } from './catalog-config.ts'
import type { DownloadDeps } from './modules/incoming-files/download-file.ts'
import type { FileStore } from './modules/storage/file-store.ts'

/** What commands and queries of this service work with. */
export type Deps = DownloadDeps &
  Pick<Database, 'inTransaction' | 'query'> & {
    /** The configuration that holds now; asked anew for each piece of work. */
    config: () => CatalogConfig
    /** Where the content of assets is kept. */
    store: FileStore
    now: () => Date
    /** A UUID of version 7. */
    newId: () => string
  }
