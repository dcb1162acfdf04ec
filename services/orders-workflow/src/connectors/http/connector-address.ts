import type { Connector } from '@oms/contracts/config/connectors'

/** The address, secret and authorization header of a connector. */
export type ConnectorAddress = { url: string; authorization: string | null; secret: string | null }
export type Environment = (name: string) => string | undefined

/**
 * The address and secret of an `http` connector, from its configuration or the environment
 * variables it names. Without a required address or secret, the reason and its field; it never
 * shows the address, which may have credentials.
 */
export function connectorAddress(
  { name, active, url, urlVariable, secretVariable }: Connector,
  environment: Environment,
): ConnectorAddress | { reason: string; field: keyof Connector } {
  const addressField = urlVariable === null ? 'url' : 'urlVariable'
  if (!active) return { reason: `The connector "${name}" is not active.`, field: 'active' }
  const address = url ?? (urlVariable === null ? undefined : environment(urlVariable))
  if (!address) return { reason: `The address of connector "${name}" is not set (${urlVariable}).`, field: addressField }
  const secret = secretVariable === null ? null : environment(secretVariable)
  // A call that its receiver verifies must not go unsigned because a variable is not set.
  if (secret === undefined || secret === '')
    return { reason: `The secret of connector "${name}" is not set (${secretVariable}).`, field: 'secretVariable' }
  const parsed = URL.parse(address)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    const reason = `The address of connector "${name}" is not one of http or https (${urlVariable ?? 'url'}).`
    return { reason, field: addressField }
  }
  return { ...withoutCredentials(parsed), secret }
}

/** Why a connector cannot be called in this configuration; null when it can. */
export function unreadyReason(connector: Connector, environment: Environment): string | null {
  const address = connectorAddress(connector, environment)
  return 'reason' in address ? address.reason : null
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
