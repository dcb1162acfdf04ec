import { configuredProviders, type SignInMethods, signInFile } from '@open-oms/contracts/config/access/sign-in'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { changingSecret } from '@open-oms/service-kit/config/secret-files'
import { Type } from '@sinclair/typebox'
import { foreignKeysUrl, GatewayConfig } from '../../environment.ts'
import type { KnownProvider } from '../sessions/sign-in-methods.ts'

type Source = Record<string, string | undefined>

type Address = Pick<KnownProvider, 'issuer' | 'clientId' | 'clientSecret'>

/**
 * The variables of a provider: `SIGN_IN_ISSUER` and so on, for one with an id with the id in their
 * names.
 */
function providerVariables(id: string | null) {
  const prefix = id === null ? 'SIGN_IN' : `SIGN_IN_${id.toUpperCase().replaceAll('-', '_')}`
  return { issuer: `${prefix}_ISSUER`, clientId: `${prefix}_CLIENT_ID`, clientSecret: `${prefix}_CLIENT_SECRET` }
}

/**
 * The providers of the tenant configuration that the environment gives an address; none where
 * another token issuer replaces the built-in one. Throws an error for people when environment and
 * configuration do not go together: nobody could sign in, a provider is not complete, or nothing
 * says what its claims mean.
 */
export function addressedProviders(config: GatewayConfig, signIn: SignInMethods, source: Source = process.env): KnownProvider[] {
  if (foreignKeysUrl(config) !== null) return []
  const configured = configuredProviders(signIn)
  refuseUnknownVariables(signIn, source)
  const providers = configured.flatMap(({ id, settings }) => {
    const address = readAddress(config, id, source)
    return address === null ? [] : [{ id, ...address, settings }]
  })
  refuseSameIssuer(providers)
  if (providers.length > 0 || signIn.passwords) return providers
  const missing = configured.map(({ id }) => providerVariables(id).issuer).join(' or ')
  throw new Error(`${missing} is missing: ${signInFile.file} switches passwords off, so nobody could sign in.`)
}

/** Null without an issuer: then there is no such provider here. */
function readAddress({ NODE_ENV }: GatewayConfig, id: string | null, source: Source): Address | null {
  const names = providerVariables(id)
  const { SIGN_IN_ISSUER, SIGN_IN_CLIENT_ID, SIGN_IN_CLIENT_SECRET } = GatewayConfig.properties
  const schema = Type.Object({
    [names.issuer]: SIGN_IN_ISSUER,
    [names.clientId]: SIGN_IN_CLIENT_ID,
    [names.clientSecret]: SIGN_IN_CLIENT_SECRET,
  })
  const read: Source = loadEnvironment(schema, source)
  const { [names.issuer]: issuer, [names.clientId]: clientId, [names.clientSecret]: secret } = read
  if (issuer === undefined) return null
  if (clientId === undefined)
    throw new Error(`${names.clientId} is missing: ${names.issuer} is set, and the provider asks for it.`)
  if (NODE_ENV === 'production' && !issuer.startsWith('https:'))
    throw new Error(`${names.issuer} must be https: NODE_ENV is production, and codes and tokens are fetched from there.`)
  const clientSecret = secret === undefined ? null : changingSecret(names.clientSecret, secret, { source })
  return { issuer, clientId, clientSecret }
}

/**
 * What is set for a provider that the configuration does not have is misspelt, or forgotten there.
 */
function refuseUnknownVariables(signIn: SignInMethods, source: Source): void {
  if (source.SIGN_IN_ISSUER && signIn.provider === null)
    throw new Error(
      `${signInFile.file} has no "provider": SIGN_IN_ISSUER is set, and nothing says which claims give which roles.`,
    )
  const known = new Set(signIn.providers.map(({ id }) => providerVariables(id).issuer))
  const unknown = Object.keys(source).find((name) => /^SIGN_IN_.+_ISSUER$/.test(name) && source[name] && !known.has(name))
  if (unknown !== undefined)
    throw new Error(`${unknown} is set, and ${signInFile.file} has no provider with such an "id" in "providers".`)
}

/**
 * Whether two texts name one issuer: with or without a slash at the end, as clients of OpenID
 * Connect compare them.
 */
export function isSameIssuer(one: string, other: string): boolean {
  const href = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href : issuer)
  return href(one) === href(other)
}

/**
 * What a provider says names its issuer: of two with the same it could not be known which one is
 * meant.
 */
function refuseSameIssuer(providers: readonly KnownProvider[]): void {
  for (const [index, { id, issuer }] of providers.entries()) {
    const other = providers.slice(0, index).find((earlier) => isSameIssuer(earlier.issuer, issuer))
    if (other !== undefined)
      throw new Error(
        `${providerVariables(other.id).issuer} and ${providerVariables(id).issuer} are the same: a provider is configured once.`,
      )
  }
}
