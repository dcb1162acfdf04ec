import type { Connector } from '@open-oms/contracts/config/connectors'
import type { SigningSecrets } from '@open-oms/service-kit/http/signature-headers'

/** The address, secrets and authorization header of a connector. */
export type ConnectorAddress = { url: string; authorization: string | null; secrets: SigningSecrets | null }
export type Environment = (name: string) => string | undefined

/**
 * The secrets that sign what is sent, null where none is configured; a previous one that is not set
 * is left out. The name of the variable when the current one is not set: what its receiver verifies
 * must not go unsigned.
 */
export function signingSecrets(
  { secretVariable, previousSecretVariable }: Pick<Connector, 'secretVariable' | 'previousSecretVariable'>,
  environment: Environment,
): SigningSecrets | { unset: string } | null {
  if (secretVariable === null) return null
  const secret = environment(secretVariable)
  if (!secret) return { unset: secretVariable }
  const previous = previousSecretVariable === null ? undefined : environment(previousSecretVariable)
  return previous ? [secret, previous] : [secret]
}

/**
 * The address and secret of an `http` connector, from its configuration or the environment
 * variables it names. Without a required address or secret, the reason and its field; it never
 * shows the address, which may have credentials.
 */
export function connectorAddress(
  connector: Connector,
  environment: Environment,
): ConnectorAddress | { reason: string; field: keyof Connector } {
  const { name, active, url, urlVariable } = connector
  const addressField = urlVariable === null ? 'url' : 'urlVariable'
  if (!active) return { reason: `The connector "${name}" is not active.`, field: 'active' }
  const address = url ?? (urlVariable === null ? undefined : environment(urlVariable))
  if (!address) return { reason: `The address of connector "${name}" is not set (${urlVariable}).`, field: addressField }
  const secrets = signingSecrets(connector, environment)
  if (secrets !== null && 'unset' in secrets)
    return { reason: `The secret of connector "${name}" is not set (${secrets.unset}).`, field: 'secretVariable' }
  const parsed = URL.parse(address)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    const reason = `The address of connector "${name}" is not one of http or https (${urlVariable ?? 'url'}).`
    return { reason, field: addressField }
  }
  return { ...withoutCredentials(parsed), secrets }
}

/** `fetch` refuses addresses with credentials, so they travel as Basic authentication. */
function withoutCredentials(url: URL): Pick<ConnectorAddress, 'url' | 'authorization'> {
  if (url.username === '' && url.password === '') return { url: url.href, authorization: null }
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`
  url.username = ''
  url.password = ''
  return { url: url.href, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** The text itself where its percent signs are no encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
