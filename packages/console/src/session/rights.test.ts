import { type Permission, permissions } from '@open-oms/contracts/permissions'
import t from 'tap'
import { type Act, isPermitted } from './rights.ts'
import type { User } from './session.ts'

const user = (changes: Partial<User> = {}): User => ({
  userName: 'kari',
  displayName: 'Kari',
  roles: ['OrderAdmin'],
  permissions: [...permissions],
  refundLimits: null,
  storeIds: [],
  ...changes,
})
const without = (...left: Permission[]) => user({ permissions: permissions.filter((one) => !left.includes(one)) })

t.test('given a person without a permission, when rights are asked, then only what needs it is kept from them', async (t) => {
  const acts: readonly Act[] = ['refund', 'cancel', 'overridePrice', 'sendMessages', 'exportOrders', 'changePeople', 'readAudit']
  const lost = (one: User) => acts.filter((act) => !isPermitted(one, act))
  t.same(lost(user()), [])
  t.same(lost(without('Refund')), ['refund'])
  t.same(lost(without('Users', 'Configuration')), ['changePeople', 'readAudit'])
  t.same(lost(without('Cancel', 'Messages', 'Export')), ['cancel', 'sendMessages', 'exportOrders'])
})

t.test('given a role that changes, when rights are asked, then it reads too, and no role gives what is of another', async (t) => {
  t.ok(isPermitted(user(), 'readOrders'))
  t.notOk(isPermitted(user({ roles: ['OrderRead'] }), 'changeOrders'))
  t.notOk(isPermitted(user({ roles: ['ProductAdmin'] }), 'refund'), 'a permission without the role is good for nothing')
})

t.test('given limits by store or by amount, when rights are asked, then what is of all of them is kept', async (t) => {
  const ofStore = user({ storeIds: ['Bergen-01'] })
  t.notOk(isPermitted(ofStore, 'runAllStores'))
  t.ok(isPermitted(ofStore, 'refund'))
  const limited = user({ refundLimits: [{ currency: 'NOK', perDay: 100, alone: 100 }] })
  t.ok(isPermitted(limited, 'refund'))
  t.notOk(isPermitted(limited, 'importOrders'))
})
