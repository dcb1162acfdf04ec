import { isAllowed, type Role, roles } from './access.ts'

/**
 * What a caller may do beyond reaching a route (security.md#permissions). The roles of the
 * interface have fixed sets of them; roles of `roles.json` name theirs.
 */
export const permissions = [
  'Refund',
  'Cancel',
  'OverridePrice',
  'Purge',
  'Export',
  'SeePersonalData',
  'Messages',
  'Configuration',
  'Users',
  'Till',
] as const
export type Permission = (typeof permissions)[number]

/** What a person or a client may pay back in one currency, in its units. */
export type RefundLimit = { currency: string; perDay: number; alone: number }

/** What a caller holds, after the names of roles were looked up. */
export type HeldRights = {
  roles: readonly Role[]
  /** Absent: what the roles of the interface have. */
  permissions?: readonly Permission[] | undefined
  /** Absent: any amount. A currency that is not listed cannot be paid back. */
  refundLimits?: readonly RefundLimit[] | undefined
}

/** What the roles of the interface have always allowed. */
const fixedSets: Record<Role, readonly Permission[]> = {
  OrderRead: ['SeePersonalData'],
  OrderAdmin: permissions,
  ProductRead: ['SeePersonalData'],
  ProductAdmin: ['SeePersonalData'],
  AccountingRead: ['SeePersonalData', 'Export'],
}

/** The permissions of a caller, in the order of the list. */
export function permissionsOf({ roles: held, permissions: named }: HeldRights): readonly Permission[] {
  if (named !== undefined) return named
  return permissions.filter((permission) => held.some((role) => fixedSets[role].includes(permission)))
}

/** Whether a caller has a permission. */
export function hasPermission(rights: HeldRights, permission: Permission): boolean {
  return permissionsOf(rights).includes(permission)
}

/** A role of the configuration: a named set of permissions. */
export type NamedSet = {
  name: string
  roles: readonly Role[]
  permissions: readonly Permission[]
  refundLimits: readonly RefundLimit[]
}

/**
 * What names of roles give: those of the interface their fixed sets, those of the configuration
 * what it says, all added up. Names that nobody knows give nothing.
 */
export function heldRights(names: readonly string[], named: readonly NamedSet[]): HeldRights {
  const own = roles.filter((role) => names.includes(role))
  const sets = named.filter(({ name }) => names.includes(name))
  if (sets.length === 0) return { roles: own }
  const all = [...permissionsOf({ roles: own }), ...sets.flatMap((set) => set.permissions)]
  const limits = own.includes('OrderAdmin') ? null : widestLimits(sets.filter((set) => set.permissions.includes('Refund')))
  return {
    roles: roles.filter((role) => own.includes(role) || sets.some((set) => set.roles.includes(role))),
    permissions: permissions.filter((permission) => all.includes(permission)),
    ...(limits === null ? {} : { refundLimits: limits }),
  }
}

/**
 * By currency the highest amounts of several roles; null where one of them has no limit, or none
 * may.
 */
function widestLimits(sets: readonly NamedSet[]): RefundLimit[] | null {
  if (sets.length === 0 || sets.some(({ refundLimits }) => refundLimits.length === 0)) return null
  const widest = new Map<string, RefundLimit>()
  for (const { currency, perDay, alone } of sets.flatMap(({ refundLimits }) => refundLimits)) {
    const known = widest.get(currency) ?? { currency, perDay: 0, alone: 0 }
    widest.set(currency, { currency, perDay: Math.max(known.perDay, perDay), alone: Math.max(known.alone, alone) })
  }
  return [...widest.values()]
}

/** Whether someone has every role, every permission and as high a limit as others have. */
export function coversRights(editor: HeldRights, wanted: HeldRights): boolean {
  const own = permissionsOf(editor)
  return (
    wanted.roles.every((role) => isAllowed(editor.roles, [role])) &&
    permissionsOf(wanted).every((permission) => own.includes(permission)) &&
    (editor.refundLimits === undefined || coversLimits(editor.refundLimits, wanted))
  )
}

function coversLimits(own: NonNullable<HeldRights['refundLimits']>, wanted: HeldRights): boolean {
  if (!permissionsOf(wanted).includes('Refund')) return true
  const isCovered = ({ currency, perDay, alone }: (typeof own)[number]) =>
    own.some((limit) => limit.currency === currency && limit.perDay >= perDay && limit.alone >= alone)
  return wanted.refundLimits?.every(isCovered) ?? false
}
