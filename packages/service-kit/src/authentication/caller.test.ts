import t from 'tap'
import { isInScope, requireInScope } from './caller.ts'

t.test('given callers with and without limits, when a store is checked, then limited ones have only their own', async (t) => {
  const caller = { clientId: 'c', roles: [], storeIds: ['Oslo-01'], actor: 'c' }
  t.ok(isInScope(caller, 'Oslo-01'))
  t.notOk(isInScope(caller, 'oslo-01'))
  t.notOk(isInScope(caller, null))
  t.ok(isInScope({ ...caller, storeIds: null }, 'Bergen-01'))
  t.ok(isInScope(null, 'Bergen-01'))
  t.throws(() => requireInScope(caller, 'Bergen-01'), { code: 'Forbidden' })
  t.doesNotThrow(() => requireInScope(caller, 'Oslo-01'))
})
