import { roles as interfaceRoles } from '@open-oms/contracts/access'
import type { SignInProvider } from '@open-oms/contracts/config/access/sign-in'
import { nameKey } from './user-registry.ts'

/** What a provider says of a person, as it came. */
export type Claims = Readonly<Record<string, unknown>>

/** The values that the configuration gives a meaning, by claim. */
export type KeptClaims = Readonly<Record<string, readonly string[]>>

/** What a person may do and where; no store means all. Or why the person cannot sign in. */
export type ProviderAccess = { roles: string[]; storeIds: string[] } | { refusal: 'NoRole' | 'NoStore' }

/**
 * The texts of a claim: of one that has exactly this name, else of the one that the name leads to
 * by its dots.
 */
export function claimValues(claims: Claims, path: string): string[] {
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce<unknown>(ownField, claims)
  return [found].flat().flatMap((value) => (['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : []))
}

function ownField(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/**
 * Whether people of the provider may have a name: of several providers, each has names of its own.
 */
export function mayHaveName({ userNameEndings }: SignInProvider, userName: string): boolean {
  const name = nameKey(userName)
  return userNameEndings.length === 0 || userNameEndings.some((ending) => name.endsWith(nameKey(ending)))
}

/**
 * The claims that the rules look at, with those of their values that a rule names. A session keeps
 * them, and not the roles that follow: what a rule gives is then decided at each request, by the
 * configuration of that moment.
 */
export function keptClaims(provider: SignInProvider, storeIds: ReadonlySet<string>, claims: Claims): KeptClaims {
  const kept: Record<string, string[]> = {}
  const keep = (claim: string, isMeant: (value: string) => boolean) => {
    const values = claimValues(claims, claim).filter(isMeant)
    if (values.length > 0) kept[claim] = [...new Set([...(kept[claim] ?? []), ...values])]
  }
  for (const { claim, values } of [...provider.roles, ...provider.stores]) keep(claim, (value) => values.includes(value))
  if (provider.storesClaim !== null) keep(provider.storesClaim, (value) => storeIds.has(value))
  return kept
}

/**
 * What the kept claims of a person allow. Where the configuration limits people to stores, someone
 * without any is refused: an empty list would mean all stores.
 */
export function providerAccess(provider: SignInProvider, storeIds: ReadonlySet<string>, kept: KeptClaims): ProviderAccess {
  const holds = ({ claim, values }: { claim: string; values: readonly string[] }) =>
    (Object.hasOwn(kept, claim) ? (kept[claim] ?? []) : []).some((value) => values.includes(value))
  const given = new Set(provider.roles.filter(holds).flatMap(({ roles }) => roles))
  if (given.size === 0) return { refusal: 'NoRole' }
  // Those of the interface in their order, then those of the configuration.
  const roles = [...new Set<string>([...interfaceRoles.filter((role) => given.has(role)), ...given])]
  if (provider.stores.length === 0 && provider.storesClaim === null) return { roles, storeIds: [] }
  const rules = provider.stores.filter(holds)
  if (rules.some(({ allStores }) => allStores)) return { roles, storeIds: [] }
  const named = provider.storesClaim === null ? [] : (kept[provider.storesClaim] ?? [])
  const stores = new Set([...rules.flatMap((rule) => rule.storeIds), ...named].filter((id) => storeIds.has(id)))
  return stores.size === 0 ? { refusal: 'NoStore' } : { roles, storeIds: [...stores].sort() }
}
