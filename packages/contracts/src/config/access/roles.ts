import { type Static, Type } from '@sinclair/typebox'
import { type Role, roles } from '../../access.ts'
import { permissions } from '../../permissions.ts'
import { Word } from '../../primitives.ts'
import { findDuplicates, findUnresolved, problemIn } from '../checks/find-problems.ts'
import { ConfigFile, ConfigObject, type ConfigProblem, defineConfigFile, ListOrNone, Name, OrNull } from '../config-file.ts'

const Limit = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000_000, description })

const RefundLimit = ConfigObject(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
    perDay: Limit('What one person or client pays back in a day at most (UTC).'),
    alone: Limit('The highest refund; a higher one is for someone whose role allows more.'),
  },
  'How much may be paid back in a currency.',
)

/** Where people and clients name a role: one of the interface, or one of `roles.json`. */
export const RoleName = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
  description: `must be one of ${roles.join(', ')}, or the name of a role of \`roles.json\``,
})

export const NamedRole = ConfigObject(
  {
    name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$', description: 'By which people and clients have the role.' }),
    description: OrNull(Name('What the role is for.')),
    roles: Type.Array(Word(roles), { description: 'The roles of the interface whose routes it may call.' }),
    permissions: ListOrNone(Word(permissions), 'What it may do there.'),
    refundLimits: ListOrNone(
      RefundLimit,
      'How much it may pay back, by currency. Empty: any amount; else a currency that is not listed cannot be paid back.',
    ),
  },
  'A named set of permissions (security.md#permissions).',
)
export type NamedRole = Static<typeof NamedRole>

export const rolesFile = defineConfigFile({
  file: 'roles.json',
  summary: 'Roles beyond the five of the interface: named sets of permissions. Without the file there are none.',
  schema: ConfigFile({ roles: Type.Array(NamedRole) }, 'The roles.'),
  whenMissing: { roles: [] },
  read: (content) => content.roles,
})

const problem = problemIn(rolesFile.file)

/** Names are unique and none of the interface's, and what a role names goes together. */
export function findRoleProblems(named: readonly NamedRole[]): ConfigProblem[] {
  const names = { file: rolesFile.file, list: 'roles', items: named, key: 'name', value: ({ name }: NamedRole) => name }
  return [...findDuplicates(names), ...named.flatMap(findFaults)]
}

function findFaults({ name, permissions: given, refundLimits }: NamedRole, index: number): ConfigProblem[] {
  const at = `roles[${index}]`
  const problems: ConfigProblem[] = []
  if (roles.some((role) => role.toLowerCase() === name.toLowerCase()))
    problems.push(problem(`${at}.name`, `"${name}" is a role of the interface`, 'Choose another name: its set is fixed.'))
  if (refundLimits.length > 0 && !given.includes('Refund'))
    problems.push(
      problem(`${at}.refundLimits`, 'limits what the role may not do', 'Add the permission "Refund", or remove this.'),
    )
  const twice = findDuplicates({
    file: rolesFile.file,
    list: `${at}.refundLimits`,
    items: refundLimits,
    key: 'currency',
    value: ({ currency }) => currency,
  })
  return [...problems, ...twice]
}

type RoleReference = { path: string; name: string }

/** Roles that are named somewhere are there. */
export function findRoleReferenceProblems(
  file: string,
  references: readonly RoleReference[],
  named: readonly NamedRole[],
): ConfigProblem[] {
  return findUnresolved(file, references, { what: 'a role', names: [...roles, ...named.map(({ name }) => name)] })
}

/** Whether a name of a role is one of the interface. */
export function isInterfaceRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name)
}
