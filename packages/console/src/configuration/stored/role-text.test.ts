import t from 'tap'
import { readRoles, roleFields, withoutRole, withRole } from './role-text.ts'

const text = JSON.stringify({
  roles: [
    {
      name: 'Cashier',
      roles: ['OrderAdmin'],
      permissions: ['Refund'],
      refundLimits: [{ currency: 'NOK', perDay: 100, alone: 10 }],
    },
    { name: 'Warehouse', roles: ['OrderAdmin'] },
  ],
})
const [cashier = null, warehouse = null] = readRoles(text)

t.test('given roles, when one is saved as it was, then nothing changes, and a new one comes last', async (t) => {
  t.same(readRoles(withRole(text, roleFields(cashier))), [cashier, warehouse])
  const added = withRole(null, { ...roleFields(null), name: ' Chief ', roles: ['OrderRead'] })
  const chief = { name: 'Chief', description: null, roles: ['OrderRead'], permissions: [], refundLimits: [] }
  t.same(readRoles(added), [chief])
})

t.test('given a role with limits, when it may not refund any more, then they are gone', async (t) => {
  const saved = readRoles(withRole(text, { ...roleFields(cashier), permissions: ['Till'] }))
  t.match(saved, [{ permissions: ['Till'], refundLimits: { length: 0 } }, warehouse])
})

t.test('given roles, when one is removed, then the others stay', async (t) => {
  t.same(readRoles(withoutRole(text, 'Cashier')), [warehouse])
})
