import type { SignInProvider } from '@open-oms/contracts/config/access/sign-in'
import t from 'tap'
import { mapping } from '../../testing/provider-people.ts'
import { type Claims, claimValues, keptClaims, providerAccess } from './provider-claims.ts'

const stores = new Set(['Oslo-01', 'Oslo-02', 'Bergen-01'])
const allowed = (changes: Partial<SignInProvider>, claims: Claims, known: ReadonlySet<string> = stores) => {
  const provider = { ...mapping, ...changes }
  return providerAccess(provider, known, keptClaims(provider, known, claims))
}

t.test(
  'given a claim, when it is a text, a list, inside of others or has dots in its name, then its texts are found',
  async (t) => {
    const claims = {
      one: 'a',
      list: ['a', 7, true, null, { b: 'c' }, ['d']],
      realm_access: { roles: ['x'] },
      'https://example.com/roles': ['y'],
      'a.b': 'whole',
      a: { b: 'parts' },
    }
    t.same(claimValues(claims, 'one'), ['a'])
    t.same(claimValues(claims, 'list'), ['a', '7', 'true'])
    t.same(claimValues(claims, 'realm_access.roles'), ['x'])
    t.same(claimValues(claims, 'https://example.com/roles'), ['y'])
    t.same(claimValues(claims, 'a.b'), ['whole'])
    for (const path of ['none', 'one.length', 'list.0', 'constructor.name', '__proto__', 'realm_access.none.deeper'])
      t.same(claimValues(claims, path), [], path)
  },
)

t.test(
  'given rules for roles, when claims match several, then the roles are added up; without one there is no way in',
  async (t) => {
    t.same(allowed({}, { groups: ['finance', 'sales'] }), { roles: ['OrderRead', 'OrderAdmin', 'AccountingRead'], storeIds: [] })
    t.same(allowed({}, { groups: 'finance' }), { roles: ['AccountingRead'], storeIds: [] })
    for (const claims of [{}, { groups: [] }, { groups: ['Sales'] }, { groups: 'sales finance' }, { roles: ['sales'] }])
      t.same(allowed({}, claims), { refusal: 'NoRole' }, JSON.stringify(claims))
  },
)

t.test('given rules for stores, when none holds, then the person is refused and does not get all of them', async (t) => {
  const rules = {
    stores: [
      { claim: 'groups', values: ['oslo'], storeIds: ['Oslo-01', 'Oslo-02'], allStores: false },
      { claim: 'office', values: ['head'], storeIds: [], allStores: true },
    ],
    storesClaim: 'shop.ids',
  }
  const of = (claims: Claims) => allowed(rules, { ...claims, groups: ['sales', ...[claims.groups ?? []].flat()] })
  t.match(of({ groups: 'oslo' }), { storeIds: ['Oslo-01', 'Oslo-02'] })
  t.match(of({ groups: 'oslo', shop: { ids: ['Bergen-01', 'Oslo-01', 'Paris-01'] } }), {
    storeIds: ['Bergen-01', 'Oslo-01', 'Oslo-02'],
  })
  t.same(of({ groups: 'oslo', office: 'head' }), { roles: ['OrderRead', 'OrderAdmin'], storeIds: [] })
  t.same(of({}), { refusal: 'NoStore' })
  t.same(of({ shop: { ids: ['Paris-01', ''] } }), { refusal: 'NoStore' }, 'stores that there are not')
})

t.test('given a session, when the configuration changes, then removed access ends and added access is missing', async (t) => {
  const kept = keptClaims(mapping, stores, { groups: ['sales', 'finance', 'football'], email: 'kari@example.com' })
  t.same(kept, { groups: ['sales', 'finance'] }, 'nothing else is kept')
  const [sales, finance] = mapping.roles
  if (sales === undefined || finance === undefined) throw new Error('The mapping has two rules.')
  t.match(providerAccess({ ...mapping, roles: [finance] }, stores, kept), { roles: ['AccountingRead'] })
  t.same(providerAccess({ ...mapping, roles: [{ ...sales, values: ['football'] }] }, stores, kept), { refusal: 'NoRole' })
  const oslo = { ...mapping, storesClaim: 'stores' }
  const inOslo = keptClaims(oslo, stores, { groups: ['sales'], stores: ['Oslo-01'] })
  t.same(providerAccess(oslo, new Set(['Bergen-01']), inOslo), { refusal: 'NoStore' }, 'the store was removed')
})
