/**
 * The roles a token may carry (security.md#roles). An Admin role includes the Read role of its
 * kind.
 */
export const roles = ['OrderRead', 'OrderAdmin', 'ProductRead', 'ProductAdmin', 'AccountingRead'] as const
export type Role = (typeof roles)[number]

/** Who may call a route: anybody, or a caller with any one of these roles. */
export type Access = 'public' | readonly Role[]

/** The properties of a route that decide which roles it accepts. */
type RouteAccess = { access: Access; optionalRoles?: readonly Role[] }

/** Whether a caller with `held` roles may use a route that asks for any of `wanted`. */
export function isAllowed(held: readonly Role[], wanted: readonly Role[]): boolean {
  return wanted.some(
    (role) => held.includes(role) || (role.endsWith('Read') && held.includes(role.replace('Read', 'Admin') as Role)),
  )
}

/**
 * The roles of a caller that a route can use: those that it asks for, and its optional ones. Where
 * it asks for a Read role, an Admin role counts as that one (security.md#service-tokens).
 */
export function usableRoles(held: readonly Role[], { access, optionalRoles = [] }: RouteAccess): readonly Role[] {
  if (access === 'public') return []
  const wanted = [...access, ...optionalRoles]
  return roles.filter((role) => wanted.includes(role) && isAllowed(held, [role]))
}
