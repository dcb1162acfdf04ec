import type { TenantConfig } from '@oms/contracts/config/tenant-config'

/** The parts of the tenant configuration that the catalogue works with. */
export const catalogConfigNames = ['settings'] as const
export type CatalogConfig = Pick<TenantConfig, (typeof catalogConfigNames)[number]>
