import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { findSignInProblems, findSignInStoreProblems, type SignInMethods, signInFile } from './sign-in.ts'

const roleRule = { claim: 'groups', values: ['sales'], roles: ['OrderRead'] }

const methods = (provider: object | null, passwords = true) =>
  Value.Default(signInFile.schema, {
    passwords,
    provider: provider && { name: 'Example', roles: [roleRule], ...provider },
  }) as SignInMethods

t.test('given a provider, when little is said of it, then the rest is usual and claims give roles only by a rule', async (t) => {
  const { provider } = methods({})
  t.match(provider, { scopes: ['openid', 'profile', 'email'], userNameClaim: 'email', displayNameClaim: 'name', stores: [] })
  t.same([provider?.readsUserInfo, provider?.storesClaim], [false, null])
  t.ok(Value.Check(signInFile.schema, methods({})))
  for (const roles of [
    [],
    [{ ...roleRule, roles: ['Admin'] }],
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
