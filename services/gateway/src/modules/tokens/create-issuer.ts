import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE_TOKEN_ISSUER } from '@open-oms/contracts/gateway/service-token'
import type { TokenRules } from '@open-oms/service-kit/authentication/authentication'
import { issuerKeys, keysFrom } from '@open-oms/service-kit/authentication/issuer-keys'
import { changingSecret, secretNow } from '@open-oms/service-kit/config/secret-files'
import type { ServerOptions } from '@open-oms/service-kit/server/build-server'
import { foreignKeysUrl, type GatewayConfig, gatewayUrl } from '../../environment.ts'
import { createKeyRing, issuerKeySource, type KeyRing } from './key-ring.ts'

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
  const issuer = config.OIDC_ISSUER ?? gatewayUrl(config)
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
  return { ...signing, issuer: { issuer, audience }, tokens: { issuer, audience, ...issuerKeySource(keyRing) } }
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

/**
 * A key that lives as long as the process. Its tokens are worthless to another instance and after a
 * restart.
 */
export function createEphemeralKeyRing(): Promise<KeyRing> {
  const { privateKey } = generateKeyPairSync('ed25519')
  return createKeyRing([privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()])
}

/**
 * Reads TOKEN_SIGNING_KEYS: a comma-separated list, each item a key file or a folder of key files
 * (`.pem`, `.json`; taken in the order of their names), or the keys themselves in PEM or as JWK.
 * The first key signs.
 */
export async function loadSigningKeys(setting: string): Promise<KeyRing> {
  const texts = inlineKeys(setting) ?? setting.split(',').flatMap((item, index) => readKeyFiles(item.trim(), index + 1))
  try {
    return await createKeyRing(texts)
  } catch (error) {
    throw new Error(`TOKEN_SIGNING_KEYS: ${(error as Error).message}`)
  }
}

function inlineKeys(setting: string): string[] | null {
  const text = setting.trim()
  if (text.startsWith('-----BEGIN')) return text.split(/(?=-----BEGIN)/)
  if (text.startsWith('{')) return [text]
  return null
}

function readKeyFiles(path: string, position: number): string[] {
  if (path === '') return []
  try {
    if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')]
    const names = readdirSync(path).filter((name) => /\.(pem|json)$/.test(name))
    return names.sort().map((name) => readFileSync(join(path, name), 'utf8'))
  } catch (error) {
    // What is no path may be the key itself, without the lines of its notation: the log must not
    // have it.
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`TOKEN_SIGNING_KEYS: item ${position} is neither a key nor a file or folder that can be read (${code}).`)
  }
}
