import type { User } from './session.ts'

type Need = {
  role: 'OrderRead' | 'OrderAdmin' | 'ProductRead' | 'ProductAdmin' | 'AccountingRead'
  permissions?: readonly User['permissions'][number][]
  /** It is of all stores: nobody who is limited to some of them may. */
  allStores?: true
  /** Whoever may refund up to a limit only may not. */
  unlimited?: true
}

/** What each thing needs that is offered (docs/reference/behaviour/security.md#permissions). */
const needs = {
  readOrders: { role: 'OrderRead' },
  changeOrders: { role: 'OrderAdmin' },
  shareViews: { role: 'OrderAdmin', allStores: true },
  refund: { role: 'OrderAdmin', permissions: ['Refund'] },
  cancel: { role: 'OrderAdmin', permissions: ['Cancel'] },
  overridePrice: { role: 'OrderAdmin', permissions: ['OverridePrice'] },
  importOrders: { role: 'OrderAdmin', permissions: ['Refund', 'Cancel', 'OverridePrice'], unlimited: true },
  sendMessages: { role: 'OrderAdmin', permissions: ['Messages'] },
  exportOrders: { role: 'OrderAdmin', permissions: ['Export'] },
  runReports: { role: 'OrderRead', permissions: ['Export'] },
  saveReports: { role: 'OrderAdmin', permissions: ['Export', 'Configuration'] },
  seeCustomers: { role: 'OrderRead', permissions: ['SeePersonalData'] },
  exportCustomers: { role: 'OrderAdmin', permissions: ['SeePersonalData', 'Export'], allStores: true },
  eraseCustomers: { role: 'OrderAdmin', permissions: ['SeePersonalData', 'Purge'], allStores: true },
  readProducts: { role: 'ProductRead' },
  changeProducts: { role: 'ProductAdmin' },
  readLedger: { role: 'AccountingRead' },
  exportLedger: { role: 'AccountingRead', permissions: ['Export'] },
  runAllStores: { role: 'OrderAdmin', allStores: true },
  changeConfiguration: { role: 'OrderAdmin', permissions: ['Configuration'], allStores: true },
  changePeople: { role: 'OrderAdmin', permissions: ['Users'], allStores: true },
  readAudit: { role: 'OrderAdmin', permissions: ['Configuration'], allStores: true },
} as const satisfies Record<string, Need>

/** Something that the console offers. */
export type Act = keyof typeof needs

/**
 * Whether a person may do something. Who may change what a role is about may see it too. What is
 * hidden is no protection: the gateway and the services refuse as well.
 */
export function isPermitted({ roles, permissions, storeIds, refundLimits }: User, act: Act): boolean {
  const { role, permissions: needed = [], allStores, unlimited }: Need = needs[act]
  if (!roles.some((held) => held === role || held === role.replace(/Read$/, 'Admin'))) return false
  if (allStores && storeIds.length > 0) return false
  if (unlimited && refundLimits !== null) return false
  return needed.every((permission) => permissions.includes(permission))
}
