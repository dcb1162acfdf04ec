import type { Role } from '@open-oms/contracts/access'
import type { NamedSet, Permission } from '@open-oms/contracts/permissions'
import { type Keyed, keyed } from './keyed.ts'

/** A role of the configuration. */
export type NamedRole = NamedSet & { description: string | null }

/** What the form of a role has; null is a number that is not one yet. */
export type RoleFields = {
  name: string
  description: string
  roles: Role[]
  permissions: Permission[]
  refundLimits: Keyed<Limit>[]
}
export type Limit = { currency: string; perDay: number | null; alone: number | null }

/** The roles in the text of the document; null: there is no document. */
export function readRoles(text: string | null): NamedRole[] {
  const { roles }: { roles: (Partial<NamedRole> & Pick<NamedRole, 'name' | 'roles'>)[] } =
    text === null ? { roles: [] } : JSON.parse(text)
  const usual = { description: null, permissions: [], refundLimits: [] }
  return roles.map((role) => ({ ...usual, ...role }))
}

/** What the form of a role begins with; null: a new one. */
export function roleFields(role: NamedRole | null): RoleFields {
  return {
    name: role?.name ?? '',
    description: role?.description ?? '',
    roles: [...(role?.roles ?? [])],
    permissions: [...(role?.permissions ?? [])],
    refundLimits: (role?.refundLimits ?? []).map((limit) => keyed({ ...limit })),
  }
}

/** The text of the document with a role as the form has it. Who may not refund has no limits. */
export function withRole(text: string | null, { name, description, refundLimits, ...rest }: RoleFields): string {
  const limits = rest.permissions.includes('Refund') ? refundLimits : []
  const role = {
    name: name.trim(),
    description: description.trim() || null,
    ...rest,
    refundLimits: limits.map(({ currency, perDay, alone }) => ({ currency: currency.trim(), perDay, alone })),
  }
  const all = readRoles(text)
  const isNew = all.every((one) => one.name !== role.name)
  return rolesText(isNew ? [...all, role] : all.map((one) => (one.name === role.name ? role : one)))
}

/** The text of the document without a role. */
export function withoutRole(text: string | null, name: string): string {
  return rolesText(readRoles(text).filter((one) => one.name !== name))
}

function rolesText(roles: readonly object[]): string {
  return JSON.stringify({ roles }, null, 2)
}
