import { kitMap } from './kit-map.ts'
import { ordersMap } from './orders-map.ts'

/**
 * The one table of what a module may use. A module is a folder of a service: `modules/<name>`,
 * `connectors/<name>`, a part of the order (`order/<part>`), or another folder of its own; or a
 * folder of service-kit. Where the folders of a module stand on different levels, each has a row. A
 * module uses its own files and the modules of its row; `order/*` means all parts of the order. The
 * layout check refuses every other import, rows that name what is not
 * used, and cycles, types included. docs/explanation/modules.md is drawn from it.
 */
export type ModuleMap = Readonly<Record<string, readonly string[]>>

const accountingRead: ModuleMap = {
  environment: [],
  database: [],
  deps: [],
  'modules/calendar': [],
  'modules/search': ['deps', 'modules/calendar'],
  'modules/postings': ['database', 'deps', 'modules/calendar', 'modules/search'],
  'modules/payments': ['database', 'deps', 'modules/calendar', 'modules/postings'],
  'modules/z-reports': ['database', 'deps', 'modules/calendar', 'modules/postings'],
  'modules/builds': ['deps', 'modules/calendar', 'modules/payments', 'modules/postings', 'modules/z-reports'],
  'modules/ledger': ['deps', 'modules/calendar', 'modules/postings', 'modules/search'],
  'modules/reports': ['deps'],
  'modules/export': ['deps', 'modules/ledger'],
  'modules/accounting-files': ['deps', 'modules/calendar', 'modules/export', 'modules/search'],
  'modules/audit': ['deps', 'modules/payments', 'modules/postings'],
  'modules/why': ['database', 'deps', 'modules/builds', 'modules/calendar'],
  consumers: ['deps', 'modules/payments', 'modules/postings', 'modules/z-reports'],
  cli: [
    'consumers',
    'environment',
    'deps',
    'modules/accounting-files',
    'modules/audit',
    'modules/builds',
    'modules/calendar',
    'modules/payments',
    'modules/postings',
    'modules/z-reports',
  ],
}

const catalogAssets: ModuleMap = {
  database: [],
  'modules/previews': [],
  'modules/storage': ['database', 'modules/previews'],
  'modules/incoming-files': ['modules/previews'],
  deps: ['modules/incoming-files', 'modules/storage'],
  environment: ['modules/incoming-files', 'modules/storage'],
  'modules/components': [],
  'modules/assets': ['deps', 'modules/incoming-files', 'modules/previews', 'modules/storage'],
  'modules/product-search': ['deps', 'modules/components'],
  'modules/products': ['database', 'deps', 'modules/assets', 'modules/components', 'modules/product-search'],
  'modules/product-assets': ['deps', 'modules/assets', 'modules/incoming-files', 'modules/products'],
  'modules/business-customers': ['database', 'deps', 'modules/assets', 'modules/incoming-files', 'modules/products'],
  cli: ['environment', 'modules/storage'],
}

const gateway: ModuleMap = {
  environment: [],
  'modules/audit': [],
  'modules/pages': [],
  'modules/console': ['modules/pages'],
  'modules/docs-site': ['modules/pages'],
  'modules/limits': [],
  'modules/account': ['modules/credentials', 'modules/limits', 'modules/sessions', 'modules/tokens'],
  'modules/credentials': ['modules/proxy', 'modules/tokens'],
  'modules/open-id-connect': ['environment', 'modules/sessions', 'modules/tokens'],
  'modules/panels': ['modules/account', 'modules/limits', 'modules/proxy', 'modules/sessions', 'modules/tokens'],
  'modules/proxy': ['modules/limits', 'modules/security', 'modules/tokens'],
  'modules/security': [],
  'modules/sessions': ['environment', 'modules/credentials', 'modules/limits', 'modules/tokens'],
  'modules/tokens': ['environment', 'modules/limits'],
}

/** The modules of each service, and the folders of the kit. */
export const moduleMaps: Readonly<Record<string, ModuleMap>> = {
  gateway,
  'catalog-assets': catalogAssets,
  'orders-workflow': ordersMap,
  'accounting-read': accountingRead,
  'service-kit': kitMap,
}
