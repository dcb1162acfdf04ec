import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'

/** The parts of the tenant configuration that orders work with. */
export const ordersConfigNames = [
  'markets',
  'stores',
  'orderTypes',
  'paymentMethods',
  'numberSequences',
  'taxGroups',
  'charts',
  'connectors',
  'settings',
  'orderHandling',
  'consolePlaces',
  'customFields',
  'extensions',
  'templates',
  'users',
  'apiClients',
  'roles',
] as const
export type OrdersConfig = Pick<TenantConfig, (typeof ordersConfigNames)[number]>
