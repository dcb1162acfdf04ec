import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import { permissions } from '@open-oms/contracts/permissions'
import t from 'tap'
import { assertMayChangeRoles } from './changed-users.ts'

const role = (changes: Partial<NamedRole> = {}): NamedRole => ({
  name: 'Cashier',
  description: null,
  roles: ['OrderAdmin'],
  permissions: ['Till'],
  refundLimits: [],
  ...changes,
})
const limit = (alone: number) => ({ currency: 'NOK', perDay: 1_000, alone })
const refunding = (alone: number) => role({ permissions: ['Refund'], refundLimits: [limit(alone)] })
const admin = { clientId: 'admin', roles: ['OrderAdmin'] as const }
const held = (changes: object) => ({ clientId: 'kari', roles: ['OrderAdmin'] as const, permissions, ...changes })

t.test('given roles, when an editor changes one, then it gives and gave no more than the editor has', async (t) => {
  const refused = { code: 'Forbidden' }
  t.doesNotThrow(() => assertMayChangeRoles(admin, [role()], [role({ permissions: [...permissions] })]))
  t.throws(() => assertMayChangeRoles(admin, [], [role({ roles: ['ProductAdmin'] })]), refused, 'a role that they lack')
  const clerk = held({ permissions: ['Users', 'Till'] })
  t.doesNotThrow(() => assertMayChangeRoles(clerk, [], [role()]))
  t.throws(() => assertMayChangeRoles(clerk, [role()], [role({ permissions: ['Till', 'Purge'] })]), refused, 'wider')
  t.throws(() => assertMayChangeRoles(clerk, [role({ permissions: ['Purge'] })], []), refused, 'one that was wider')
  t.doesNotThrow(() => assertMayChangeRoles(clerk, [role({ permissions: ['Purge'] })], [role({ permissions: ['Purge'] })]))
  const limited = held({ refundLimits: [limit(500)] })
  t.doesNotThrow(() => assertMayChangeRoles(limited, [], [refunding(500)]))
  t.throws(() => assertMayChangeRoles(limited, [], [refunding(501)]), refused, 'a higher limit')
  t.throws(() => assertMayChangeRoles(limited, [], [role({ permissions: ['Refund'] })]), refused, 'no limit')
})
