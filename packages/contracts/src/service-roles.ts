import type { NatsServiceName } from './nats-users.ts'

/**
 * The role whose rights each service works with (security.md#rights-in-the-databases). Migrations
 * grant to it; who logs in is in it. Applied migrations name them, so they are never renamed.
 */
export const serviceRoles: Record<NatsServiceName, string> = {
  'catalog-assets': 'catalog_assets_service',
  'orders-workflow': 'orders_workflow_service',
  'accounting-read': 'oms_accounting_clerk',
}
