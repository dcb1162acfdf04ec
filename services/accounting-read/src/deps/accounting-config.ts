import type { TenantConfig } from '@oms/contracts/config/tenant-config'

/** The parts of the tenant configuration that accounting works with. */
export const accountingConfigNames = ['stores', 'charts', 'taxGroups', 'paymentMethods', 'settings'] as const
export type AccountingConfig = Pick<TenantConfig, (typeof accountingConfigNames)[number]>
