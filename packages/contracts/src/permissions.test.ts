import t from 'tap'
import { roles } from './access.ts'
import { findRoleProblems, type NamedRole } from './config/access/roles.ts'
import { hasPermission, heldRights, permissions, permissionsOf } from './permissions.ts'

const role = (changes: Partial<NamedRole> = {}): NamedRole => ({
  name: 'Cashier',
  description: null,
  roles: ['OrderAdmin'],
  permissions: ['Till', 'Cancel'],
  refundLimits: [],
  ...changes,
})
const limit = (changes: object = {}) => ({ currency: 'NOK', perDay: 1_000, alone: 200, ...changes })

t.test('given the roles of the interface, when they are held, then each has its fixed set and nothing is limited', async (t) => {
  const sets = Object.fromEntries(roles.map((name) => [name, permissionsOf({ roles: [name] })]))
  t.same(sets, {
    OrderRead: ['SeePersonalData'],
    OrderAdmin: permissions,
    ProductRead: ['SeePersonalData'],
    ProductAdmin: ['SeePersonalData'],
    AccountingRead: ['Export', 'SeePersonalData'],
  })
  t.same(heldRights(['OrderAdmin', 'Janitor'], [role()]), { roles: ['OrderAdmin'] })
})

t.test('given a role of the configuration, when it is held, then it has what it names, and others add to it', async (t) => {
  const alone = heldRights(['Cashier'], [role()])
  t.same(alone, { roles: ['OrderAdmin'], permissions: ['Cancel', 'Till'] })
  t.notOk(hasPermission(alone, 'SeePersonalData'))
  const reading = heldRights(['Cashier', 'OrderRead'], [role()])
  t.same(reading, { roles: ['OrderRead', 'OrderAdmin'], permissions: ['Cancel', 'SeePersonalData', 'Till'] })
  t.same(heldRights(['Cashier', 'OrderAdmin'], [role()]).permissions, permissions)
})

t.test('given roles with limits, when several are held, then the highest counts, and none is no limit', async (t) => {
  const lower = role({
    name: 'Lower',
    permissions: ['Refund'],
    refundLimits: [limit({ alone: 300 }), limit({ currency: 'SEK' })],
  })
  const higher = role({ name: 'Higher', permissions: ['Refund'], refundLimits: [limit({ perDay: 5_000 })] })
  const named = [lower, higher, role(), role({ name: 'Chief', permissions: ['Refund'] })]
  t.same(heldRights(['Lower', 'Higher', 'Cashier'], named).refundLimits, [
    { currency: 'NOK', perDay: 5_000, alone: 300 },
    { currency: 'SEK', perDay: 1_000, alone: 200 },
  ])
  t.equal(heldRights(['Lower', 'Chief'], named).refundLimits, undefined)
  t.equal(heldRights(['Lower', 'OrderAdmin'], named).refundLimits, undefined)
})

t.test('given roles that contradict themselves, when they are checked, then each fault is named by its path', async (t) => {
  const paths = (named: NamedRole[]) => findRoleProblems(named).map(({ path }) => path)
  t.same(paths([role()]), [])
  t.same(paths([role({ name: 'orderadmin' })]), ['roles[0].name'])
  t.same(paths([role(), role({ name: 'CASHIER' })]), ['roles[1].name'])
  t.same(paths([role({ refundLimits: [limit()] })]), ['roles[0].refundLimits'])
  t.same(paths([role({ permissions: ['Refund'], refundLimits: [limit(), limit()] })]), ['roles[0].refundLimits[1].currency'])
})
