import type { ConfigCheck } from '@oms/contracts/config/config-file'
import { type TenantConfig, tenantConfigCheck, tenantConfigChecks } from '@oms/contracts/config/tenant-config'
import { findPaymentTypeProblems } from './connectors/payment/payment-connectors.ts'
import { findStepProblems } from './workflow/step-registry.ts'

/** The parts of the tenant configuration that orders work with. */
export const ordersConfigNames = ['markets', 'stores', 'orderTypes', 'paymentMethods', 'connectors'] as const
export type OrdersConfig = Pick<TenantConfig, (typeof ordersConfigNames)[number]>

/** The rules of the configuration, with those that only this service can tell: which steps and connectors there are (4-decisions C.5). */
export const ordersConfigChecks: readonly ConfigCheck[] = [
  ...tenantConfigChecks,
  tenantConfigCheck(['orderTypes'], ({ orderTypes }) => findStepProblems(orderTypes)),
  tenantConfigCheck(['connectors'], ({ connectors }) => findPaymentTypeProblems(connectors)),
]
