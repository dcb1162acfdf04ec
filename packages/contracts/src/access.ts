/**
 * The roles a token may carry (security.md#roles). An Admin role includes the Read role of its
 * kind.
 */
export const roles = ['OrderRead', 'OrderAdmin', 'ProductRead', 'ProductAdmin', 'AccountingRead'] as const
export type Role = (typeof roles)[number]

/** Who may call a route: anybody, or a caller with any one of these roles. */
export type Access = 'public' | readonly Role[]

/** Whether a caller with `held` roles may use a route that asks for any of `wanted`. */
export function isAllowed(held: readonly Role[], wanted: readonly Role[]): boolean {
  return wanted.some(
    (role) => held.includes(role) || (role.endsWith('Read') && held.includes(role.replace('Read', 'Admin') as Role)),
  )
}
