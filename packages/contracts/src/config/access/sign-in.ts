import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates, findUnresolved, problemIn } from '../checks/find-problems.ts'
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
} from '../config-file.ts'
import type { Store } from '../stores.ts'
import { findRoleReferenceProblems, type NamedRole, RoleName } from './roles.ts'

/** How long a sign-in counts as recent. */
export const STEP_UP_MINUTES = 15

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
    roles: Type.Array(RoleName, { minItems: 1, description: 'What the person may do then.' }),
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

const providerFields = {
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
  userNameEndings: ListOrNone(
    Name('Ending of names, `@example.com`, in any letter case.'),
    'What the names of the people end with, so that nobody has a name of another provider; who has another name cannot sign in. Empty: any name.',
  ),
  displayNameClaim: WithDefault(Claim('The claim with the name that pages show; the user name where it is missing.'), 'name'),
  readsUserInfo: FlagWithDefault(
    false,
    'Claims of the userinfo endpoint count too: for a provider whose ID token has too few of them.',
  ),
  acrValues: ListOrNone(
    Name('A value of `acr`, such as `phr`.'),
    'How people must have signed in at the provider: these are asked for, and its answer must be one of them. Empty: any way.',
  ),
  amrValues: ListOrNone(
    Name('A value of `amr`, such as `mfa`.'),
    'The answer of the provider must name one of these methods. Empty: any. They cannot be asked for.',
  ),
  maxAgeSeconds: OrNull(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description: 'People must have signed in at the provider within so long: it is asked for, and its answer is checked.',
    }),
  ),
  roles: Type.Array(RoleRule, { minItems: 1, description: 'What people may do. Who gets no role cannot sign in.' }),
  stores: ListOrNone(StoreRule, 'Where people work, by their claims.'),
  storesClaim: OrNull(Claim('A claim whose values are ids of stores.')),
}

const MEANING =
  'Without `stores` and `storesClaim` everybody works in all stores; with one of them, who gets no store cannot sign in.'

export const SignInProvider = ConfigObject(
  providerFields,
  `An OpenID Connect provider. The environment names it: \`SIGN_IN_ISSUER\`, \`SIGN_IN_CLIENT_ID\`, \`SIGN_IN_CLIENT_SECRET\`. ${MEANING}`,
)
export type SignInProvider = Static<typeof SignInProvider>

export const FurtherSignInProvider = ConfigObject(
  {
    id: Type.String({
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      maxLength: 40,
      description:
        'Names the provider in addresses and in the environment: `north-shop` is `SIGN_IN_NORTH_SHOP_ISSUER`, `SIGN_IN_NORTH_SHOP_CLIENT_ID` ' +
        'and `SIGN_IN_NORTH_SHOP_CLIENT_SECRET`.',
    }),
    ...providerFields,
  },
  `A further OpenID Connect provider. ${MEANING}`,
)

export const SignInMethods = ConfigObject(
  {
    passwords: FlagWithDefault(true, 'People may sign in by the passwords of `users.json`.'),
    secondFactorRoles: ListOrNone(
      RoleName,
      'People of `users.json` with one of these roles must have a passkey or an authenticator app. Empty: nobody must.',
    ),
    stepUpMinutes: WithDefault(
      Type.Integer({
        minimum: 0,
        maximum: 1_440,
        description:
          'For refunds, purges, exports and changes of people a person must have signed in, or confirmed who they are, within so long. ' +
          '0: nobody is asked.',
      }),
      STEP_UP_MINUTES,
    ),
    provider: OrNull(SignInProvider),
    providers: ListOrNone(FurtherSignInProvider, 'Further providers; the sign-in page has a button for each.'),
  },
  'How people sign in.',
)
export type SignInMethods = Static<typeof SignInMethods>

export const signInFile = defineConfigFile({
  file: 'sign-in.json',
  summary:
    'How people sign in at the gateway: by password, by OpenID Connect providers, and what the claims of the providers mean. ' +
    'Without the file: by password.',
  schema: ConfigFile({ ...SignInMethods.properties }, 'How people sign in.'),
  whenMissing: { passwords: true, secondFactorRoles: [], stepUpMinutes: STEP_UP_MINUTES, provider: null, providers: [] },
  read: ({ $schema: _, ...methods }): SignInMethods => methods,
})

/**
 * A provider of the configuration: its id, null for that of `provider`, and its path in the file.
 */
export type ConfiguredProvider = { id: string | null; path: string; settings: SignInProvider }

/** All providers of the configuration, in the order in which people see them. */
export function configuredProviders({ provider, providers }: SignInMethods): ConfiguredProvider[] {
  const further = providers.map(({ id, ...settings }, index) => ({ id, path: `providers[${index}]`, settings }))
  return provider === null ? further : [{ id: null, path: 'provider', settings: provider }, ...further]
}

const problem = problemIn(signInFile.file)

/** There is a way to sign in, providers differ in id and name, and each rule means something. */
export function findSignInProblems(methods: SignInMethods): ConfigProblem[] {
  const providers = configuredProviders(methods)
  if (providers.length === 0) {
    if (methods.passwords) return []
    return [problem('passwords', 'nobody can sign in', 'Add a "provider", or set this to true.')]
  }
  const ids = { file: signInFile.file, list: 'providers', items: methods.providers, key: 'id', value: providerId }
  return [...findDuplicates(ids), ...findNameProblems(providers), ...providers.flatMap(findProviderProblems)]
}

const providerId = ({ id }: { id: string }) => id

function findNameProblems(providers: readonly ConfiguredProvider[]): ConfigProblem[] {
  const foldedProviderName = ({ settings }: ConfiguredProvider) => settings.name.toLowerCase()
  return providers.flatMap((provider, index) =>
    providers.findIndex((other) => foldedProviderName(other) === foldedProviderName(provider)) === index
      ? []
      : [problem(`${provider.path}.name`, 'is the name of another provider', 'People choose by it: give it another one.')],
  )
}

function findProviderProblems({ path, settings: { stores, scopes } }: ConfiguredProvider): ConfigProblem[] {
  const problems = stores.flatMap(({ storeIds, allStores }, index) =>
    storeIds.length > 0 === !allStores
      ? []
      : [problem(`${path}.stores[${index}]`, 'names either stores or all of them', 'Set one of "storeIds" and "allStores".')],
  )
  if (scopes.includes('openid')) return problems
  return [...problems, problem(`${path}.scopes`, '"openid" is missing', 'Add it: a provider gives no ID token without it.')]
}

/** The rules name stores that exist. */
export function findSignInStoreProblems(methods: SignInMethods, stores: readonly Store[]): ConfigProblem[] {
  const references = configuredProviders(methods).flatMap(({ path, settings }) =>
    settings.stores.flatMap(({ storeIds }, rule) =>
      storeIds.map((name, index) => ({ path: `${path}.stores[${rule}].storeIds[${index}]`, name })),
    ),
  )
  return findUnresolved(signInFile.file, references, { what: 'a store', names: stores.map(({ id }) => id) })
}

/** The rules give roles that there are. */
export function findSignInRoleProblems(methods: SignInMethods, named: readonly NamedRole[]): ConfigProblem[] {
  const references = configuredProviders(methods).flatMap(({ path, settings }) =>
    settings.roles.flatMap(({ roles }, rule) =>
      roles.map((name, index) => ({ path: `${path}.roles[${rule}].roles[${index}]`, name })),
    ),
  )
  return findRoleReferenceProblems(signInFile.file, references, named)
}

/** Of several providers, each says which names its people may have. */
export function findSignInWarnings(methods: SignInMethods): ConfigProblem[] {
  const providers = configuredProviders(methods)
  if (providers.length < 2) return []
  return providers.flatMap(({ path, settings }) =>
    settings.userNameEndings.length > 0
      ? []
      : [
          problem(
            `${path}.userNameEndings`,
            'is empty, so that people of this provider may have the names of people of another one',
            'Write what their names end with, such as "@example.com".',
          ),
        ],
  )
}
