import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { roles } from '@open-oms/contracts/access'
import { SERVICE_TOKEN_ISSUER, serviceTokenAudience } from '@open-oms/contracts/gateway/service-token'
import type { DatabaseService } from './start/service-names.ts'
import type { System } from './start/start-system.ts'

const LIFETIME_SECONDS = 24 * 3_600

/**
 * A session with a service itself, so that a measurement leaves the gateway out: with a token like
 * the gateway's own for that service (security.md#service-tokens), signed with the key of the
 * system, for all roles and for a day.
 */
export function serviceSession({ services, signingKeyFile }: System, service: DatabaseService): { url: string; token: string } {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const issuedAt = Math.floor(Date.now() / 1_000)
  const head = encode({ alg: 'EdDSA', typ: 'JWT' })
  const claims = encode({
    iss: SERVICE_TOKEN_ISSUER,
    aud: serviceTokenAudience(service),
    sub: 'demo',
    client_id: 'demo',
    roles,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  })
  const signature = sign(null, Buffer.from(`${head}.${claims}`), createPrivateKey(readFileSync(signingKeyFile)))
  return { url: services[service].url, token: `${head}.${claims}.${signature.toString('base64url')}` }
}
