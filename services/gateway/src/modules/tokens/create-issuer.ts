import { SERVICE_TOKEN_ISSUER } from '@oms/contracts/gateway/service-token'
import type { TokenRules } from '@oms/service-kit/authentication/authentication'
import { issuerKeys, keysFrom } from '@oms/service-kit/authentication/issuer-keys'
import { changingSecret, secretNow } from '@oms/service-kit/config/secret-files'
import type { ServerOptions } from '@oms/service-kit/server/build-server'
import { foreignKeysUrl, type GatewayConfig, publicUrlOf } from '../../environment.ts'
import { type KeyRing, keysOf } from './key-ring.ts'
import { createEphemeralKeyRing, loadSigningKeys } from './load-signing-keys.ts'

type Log = ServerOptions['log']

type Issuer = {
  /** Null where another issuer replaces it. */
  issuer: { issuer: string; audience: string } | null
  /** Signs the tokens of the built-in issuer, and those for the services in any case. */
  keyRing: () => KeyRing
  tokens: TokenRules
  /**
   * Whether the signing keys of the last reload were refused.
   */
  signingKeys: () => { isRefused: boolean }
}

/**
 * The signing keys, and the built-in issuer with the check of its tokens, or the check of another
 * issuer's.
 */
export async function createIssuer(config: GatewayConfig, log: Log, onReload: (listener: () => void) => void): Promise<Issuer> {
  const issuer = config.OIDC_ISSUER ?? publicUrlOf(config)
  const audience = config.OIDC_AUDIENCE
  if (issuer === SERVICE_TOKEN_ISSUER) throw new Error(`OIDC_ISSUER must not be "${issuer}": so services call the gateway.`)
  let ring = await readKeyRing(config, log)
  let isRefused = false
  const { TOKEN_SIGNING_KEYS } = config
  const keys = TOKEN_SIGNING_KEYS === undefined ? null : changingSecret('TOKEN_SIGNING_KEYS', TOKEN_SIGNING_KEYS)
  onReload(() => {
    if (keys === null) return
    loadSigningKeys(secretNow(keys)).then(
      (next) => {
        ring = next
        isRefused = false
      },
      (error) => {
        isRefused = true
        log.error({ err: error }, 'The new signing keys cannot be used; the old ones stay.')
      },
    )
  })
  const keyRing = () => ring
  const signing = { keyRing, signingKeys: () => ({ isRefused }) }
  const foreign = foreignKeysUrl(config)
  if (foreign !== null)
    return { ...signing, issuer: null, tokens: { issuer, audience, publicKey: issuerKeys(keysFrom(foreign)) } }
  return { ...signing, issuer: { issuer, audience }, tokens: { issuer, audience, ...keysOf(keyRing) } }
}

async function readKeyRing({ TOKEN_SIGNING_KEYS, NODE_ENV }: GatewayConfig, log: Log): Promise<KeyRing> {
  if (TOKEN_SIGNING_KEYS !== undefined) return loadSigningKeys(TOKEN_SIGNING_KEYS)
  if (NODE_ENV === 'production')
    throw new Error(
      'TOKEN_SIGNING_KEYS is missing: NODE_ENV is production, so tokens need keys that last, those for the services too.',
    )
  log.warn('TOKEN_SIGNING_KEYS is not set: tokens are signed with a key of the moment and end with this process.')
  return createEphemeralKeyRing()
}
