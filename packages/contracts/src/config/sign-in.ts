import { type Static, Type } from '@sinclair/typebox'
import { roles } from '../access.ts'
import { Word } from '../primitives.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
  WithDefault,
} from './config-file.ts'
import { findUnresolved, problemIn } from './find-problems.ts'
import type { Store } from './stores.ts'

const Claim = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: `${what} A claim inside of others is written with dots: \`realm_access.roles\`.`,
  })

const Values = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  description: 'The rule holds when the claim is, or contains, one of these values. Letter case counts.',
})

export const RoleRule = ConfigObject(
  {
    claim: Claim('The claim that is looked at.'),
    values: Values,
    roles: Type.Array(Word(roles), { minItems: 1, description: 'What the person may do then.' }),
  },
  'Roles for people with a claim. Those of all rules that hold are added up.',
)

export const StoreRule = ConfigObject(
  {
    claim: Claim('The claim that is looked at.'),
    values: Values,
    storeIds: ListOrNone(Name('Store id.'), 'The stores of the person then.'),
    allStores: FlagWithDefault(false, 'The person works in all stores then.'),
  },
  'Stores for people with a claim. Those of all rules that hold are added up.',
)

export const SignInProvider = ConfigObject(
  {
    name: Name('What people call the provider: the console shows “Sign in with …”.'),
    scopes: WithDefault(Type.Array(Name('Scope.'), { description: 'The scopes that are asked for; `openid` is one.' }), [
      'openid',
      'profile',
      'email',
    ]),
    userNameClaim: WithDefault(
      Claim('The claim with the name that versions and timelines show, and that no two people share.'),
      'email',
    ),
    displayNameClaim: WithDefault(Claim('The claim with the name that pages show; the user name where it is missing.'), 'name'),
    readsUserInfo: FlagWithDefault(
      false,
      'Claims of the userinfo endpoint count too: for a provider whose ID token has too few of them.',
    ),
    roles: Type.Array(RoleRule, { minItems: 1, description: 'What people may do. Who gets no role cannot sign in.' }),
    stores: ListOrNone(StoreRule, 'Where people work, by their claims.'),
    storesClaim: OrNull(Claim('A claim whose values are ids of stores.')),
  },
  'An OpenID Connect provider. Without `stores` and `storesClaim` everybody works in all stores; with one of them, who gets no store cannot sign in.',
)
export type SignInProvider = Static<typeof SignInProvider>

export const SignInMethods = ConfigObject(
  {
    passwords: FlagWithDefault(true, 'People may sign in by the passwords of `users.json`.'),
    provider: OrNull(SignInProvider),
  },
  'How people sign in.',
)
export type SignInMethods = Static<typeof SignInMethods>

export const signInFile = defineConfigFile({
  file: 'sign-in.json',
  summary:
    'How people sign in at the gateway: by password, by an OpenID Connect provider, and what the claims of the provider mean. ' +
    'Without the file: by password.',
  schema: ConfigFile({ ...SignInMethods.properties }, 'How people sign in.'),
  whenMissing: { passwords: true, provider: null },
  read: ({ passwords, provider }): SignInMethods => ({ passwords, provider }),
})

const problem = problemIn(signInFile.file)

/** There is a way to sign in, and each rule means something. */
export function findSignInProblems({ passwords, provider }: SignInMethods): ConfigProblem[] {
  if (provider === null) {
    if (passwords) return []
    return [problem('passwords', 'nobody can sign in', 'Add a "provider", or set this to true.')]
  }
  const problems = provider.stores.flatMap(({ storeIds, allStores }, index) =>
    storeIds.length > 0 === !allStores
      ? []
      : [problem(`provider.stores[${index}]`, 'names either stores or all of them', 'Set one of "storeIds" and "allStores".')],
  )
  if (provider.scopes.includes('openid')) return problems
  return [...problems, problem('provider.scopes', '"openid" is missing', 'Add it: a provider gives no ID token without it.')]
}

/** The rules name stores that exist. */
export function findSignInStoreProblems({ provider }: SignInMethods, stores: readonly Store[]): ConfigProblem[] {
  const references = (provider?.stores ?? []).flatMap(({ storeIds }, rule) =>
    storeIds.map((name, index) => ({ path: `provider.stores[${rule}].storeIds[${index}]`, name })),
  )
  return findUnresolved(signInFile.file, references, { what: 'a store', names: stores.map(({ id }) => id) })
}
