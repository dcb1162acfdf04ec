import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import {
  configuredProviders,
  findSignInProblems,
  findSignInStoreProblems,
  findSignInWarnings,
  type SignInMethods,
  signInFile,
} from './sign-in.ts'

const roleRule = { claim: 'groups', values: ['sales'], roles: ['OrderRead'] }

const methods = (provider: object | null, passwords = true, further: object[] = []) =>
  Value.Default(signInFile.schema, {
    passwords,
    provider: provider && { name: 'Example', roles: [roleRule], ...provider },
    providers: further.map((each) => ({ id: 'partner', name: 'Partner', roles: [roleRule], ...each })),
  }) as SignInMethods

t.test('given a provider, when little is said of it, then the rest is usual and claims give roles only by a rule', async (t) => {
  const { provider } = methods({})
  t.match(provider, {
    scopes: ['openid', 'profile', 'email'],
    userNameClaim: 'email',
    displayNameClaim: 'name',
    stores: { length: 0 },
  })
  t.same([provider?.readsUserInfo, provider?.storesClaim, provider?.userNameEndings], [false, null, []])
  t.ok(Value.Check(signInFile.schema, methods({})))
  for (const roles of [
    [],
    [{ ...roleRule, roles: ['Order Admin'] }],
    [{ ...roleRule, values: [] }],
    [{ ...roleRule, role: 'OrderRead' }],
  ])
    t.notOk(Value.Check(signInFile.schema, methods({ roles })), JSON.stringify(roles))
})

t.test('given ways to sign in, when they are checked, then there is one, and rules for stores mean some stores', async (t) => {
  t.same(findSignInProblems(methods(null)), [])
  t.same(findSignInProblems(methods({}, false)), [])
  t.match(findSignInProblems(methods(null, false)), [{ file: 'sign-in.json', path: 'passwords', reason: /nobody/ }])
  t.match(findSignInProblems(methods({ scopes: ['email'] })), [{ path: 'provider.scopes' }])
  const rule = (changes: object) => ({ claim: 'groups', values: ['oslo'], ...changes })
  const stores = [rule({ storeIds: ['A'] }), rule({ allStores: true }), rule({}), rule({ storeIds: ['A'], allStores: true })]
  t.match(findSignInProblems(methods({ stores })), [{ path: 'provider.stores[2]' }, { path: 'provider.stores[3]' }])
  t.same(findSignInStoreProblems(methods({ stores }), [{ id: 'A' }] as never), [])
  t.match(findSignInStoreProblems(methods({ stores }), [{ id: 'B' }] as never), [
    { path: 'provider.stores[0].storeIds[0]', reason: '"A" is not the name of a store' },
    { path: 'provider.stores[3].storeIds[0]' },
  ])
})

t.test('given several providers, when they are checked, then each has an id, a name and rules of its own', async (t) => {
  const several = methods({}, false, [{}, { id: 'north-shop', name: 'North shop' }])
  t.same(findSignInProblems(several), [])
  t.ok(Value.Check(signInFile.schema, several))
  t.same(
    configuredProviders(several).map(({ id, settings }) => [id, settings.name]),
    [
      [null, 'Example'],
      ['partner', 'Partner'],
      ['north-shop', 'North shop'],
    ],
  )
  t.notOk('id' in (configuredProviders(several)[1]?.settings ?? {}))
  t.same(findSignInProblems(methods(null, false, [{}])), [], 'one of them is enough')
  for (const id of ['', 'North', 'a_b', 'a/b', '-a', 'a-', '1a', 'a'.repeat(41)])
    t.notOk(Value.Check(signInFile.schema, methods(null, true, [{ id }])), id)
  const rule = { claim: 'groups', values: ['oslo'], storeIds: ['A'] }
  const wrong = methods({}, true, [
    { name: 'EXAMPLE' },
    { scopes: ['email'], name: 'Other', stores: [rule, { ...rule, storeIds: [] }] },
  ])
  t.match(findSignInProblems(wrong), [
    { path: 'providers[1].id', reason: '"partner" is already used by providers[0]' },
    { path: 'providers[0].name', reason: /another provider/ },
    { path: 'providers[1].stores[1]' },
    { path: 'providers[1].scopes' },
  ])
  t.match(findSignInStoreProblems(wrong, [{ id: 'B' }] as never), [{ path: 'providers[1].stores[0].storeIds[0]' }])
})

t.test('given several providers, when one may give any name, then there is a warning', async (t) => {
  const userNameEndings = ['@example.com']
  t.same(findSignInWarnings(methods({})), [], 'it is alone')
  t.same(findSignInWarnings(methods({ userNameEndings }, true, [{ userNameEndings }])), [])
  t.match(findSignInWarnings(methods({ userNameEndings }, true, [{}])), [{ path: 'providers[0].userNameEndings' }])
})
