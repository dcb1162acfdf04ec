/**
 * The one table of what a module may use. A module is a folder of a service: `modules/<name>`,
 * `connectors/<name>`, a part of the order aggregate (`order/<part>`), or another folder of its
 * own. It uses its own files and the modules of its row; `order/*` means the aggregate and all of
 * its parts. The layout check refuses every other import, rows that name what is not used, and
 * cycles, types included. docs/explanation/modules.md is drawn from it.
 */
export type ModuleMap = Readonly<Record<string, readonly string[]>>

const ordersWorkflow: ModuleMap = {
  environment: [],
  cli: ['environment', 'modules/webhooks'],
  configuration: [
    'environment',
    'connectors/http',
    'connectors/notification',
    'connectors/payment',
    'connectors/shipping',
    'modules/documents',
    'modules/messages',
    'modules/workflow',
  ],

  // The order aggregate, from its facts up to the write path.
  'order/document': [],
  'order/lines': ['order/document'],
  'order/packages': ['order/document'],
  'order/discounts': ['order/document', 'order/packages'],
  'order/totals': ['order/document', 'order/packages', 'order/discounts'],
  'order/shipments': ['order/document', 'order/lines', 'order/packages', 'order/totals'],
  'order/payments': ['order/document', 'order/totals'],
  'order/status': ['order/document', 'order/shipments'],
  'order/stock': ['order/document', 'order/shipments'],
  'order/returns': ['order/document', 'order/totals', 'order/shipments', 'order/payments', 'order/status'],
  'order/rows': ['order/document', 'order/shipments', 'order/payments', 'order/status'],
  'order/input': ['order/document', 'order/lines', 'order/payments'],
  order: ['order/document', 'order/lines', 'order/totals', 'order/payments', 'order/status', 'order/stock', 'order/rows'],
  'order/patches': [
    'order',
    'order/document',
    'order/lines',
    'order/packages',
    'order/totals',
    'order/shipments',
    'order/payments',
    'order/status',
    'order/returns',
    'order/input',
  ],

  'connectors/http': [],
  'connectors/sending': [],
  'connectors/export': ['connectors/http'],
  'connectors/payment': ['connectors/http'],
  'connectors/shipping': ['connectors/http'],
  'connectors/notification': ['connectors/http', 'modules/messages'],
  'connectors/webhook': ['connectors/http', 'connectors/notification'],
  database: [],
  'product-copy': ['database'],

  'modules/messages': [],
  'modules/notifications': ['connectors/http', 'connectors/notification', 'connectors/sending', 'modules/messages', 'order/*'],
  'modules/comments': ['connectors/notification', 'modules/notifications', 'order/*'],
  'modules/documents': ['database', 'order/*'],
  'modules/inventory': ['order/*'],
  'modules/packages': ['order/*', 'product-copy'],
  'modules/payments': ['order/*'],
  'modules/search': ['order/*'],
  'modules/shipments': ['order/*'],
  'modules/timeline': ['order/*'],
  'modules/z-reports': ['database', 'order/*'],
  'modules/workflow': [
    'connectors/http',
    'connectors/notification',
    'connectors/payment',
    'connectors/shipping',
    'modules/documents',
    'modules/inventory',
    'modules/messages',
    'modules/notifications',
    'modules/packages',
    'modules/payments',
    'order/*',
    'product-copy',
  ],
  'modules/webhooks': ['connectors/http', 'connectors/sending', 'connectors/webhook', 'order/*'],
  'modules/lines': ['modules/notifications', 'modules/packages', 'modules/shipments', 'modules/workflow', 'order/*'],
  'modules/orders': [
    'database',
    'connectors/export',
    'modules/notifications',
    'modules/packages',
    'modules/search',
    'modules/workflow',
    'order/*',
    'product-copy',
  ],
  'modules/carts': ['modules/orders', 'modules/packages', 'modules/workflow', 'order/*'],
  'modules/returns': ['modules/orders', 'modules/packages', 'modules/search', 'modules/workflow', 'order/*'],
  'modules/maintenance': ['modules/carts', 'modules/search', 'modules/workflow', 'order/*'],
}

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
  'modules/export': ['deps', 'modules/ledger', 'modules/search'],
  'modules/audit': ['deps', 'modules/payments', 'modules/postings'],
  cli: [
    'app',
    'environment',
    'deps',
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
  'modules/limits': [],
  'modules/proxy': ['modules/security'],
  'modules/reference': [],
  'modules/security': [],
  'modules/tokens': ['environment'],
}

/** The modules of each service. */
export const moduleMaps: Readonly<Record<string, ModuleMap>> = {
  gateway,
  'catalog-assets': catalogAssets,
  'orders-workflow': ordersWorkflow,
  'accounting-read': accountingRead,
}
