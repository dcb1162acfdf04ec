import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import { changeFile, type TenantClient, writeTenant } from '../verify-deployment/write-tenant.ts'

/** Requests of the limited client that all gateways together let through. */
export const LIMIT = 40

/** The variables that have address and secret of the payment provider. */
export const providerVariables = { url: 'CARD_PROVIDER_URL', secret: 'CARD_PROVIDER_SECRET' } as const

export type ScaleTenant = { configDir: string; client: TenantClient; limited: TenantClient }

const HOUR_MS = 3_600_000

/**
 * Writes the sample's configuration with a client for the load, one with a limit, and cards that a
 * provider outside captures.
 */
export async function writeScaleTenant(configDir: string): Promise<ScaleTenant> {
  const secret = () => randomBytes(24).toString('base64url')
  const client = { clientId: 'load', clientSecret: secret() }
  const limited = {
    // Another one for each run: a given Redis remembers it.
    clientId: `limited-${randomBytes(4).toString('hex')}`,
    clientSecret: secret(),
    rateLimit: { bucketSize: LIMIT, refillAmount: 1, refillIntervalMs: HOUR_MS, concurrentMax: 100 },
  }
  await writeTenant(join(root, 'config'), configDir, { clients: [client, limited] })
  const { url: urlVariable, secret: secretVariable } = providerVariables
  const provider = { id: 'cards', name: 'cards', kind: 'payment', type: 'http', urlVariable, secretVariable }
  await changeFile(join(configDir, 'connectors.json'), (content) => ({
    ...content,
    connectors: [...content.connectors, provider],
  }))
  await changeFile(join(configDir, 'payment-methods.json'), (content) => ({
    ...content,
    paymentMethods: content.paymentMethods.map((method: { name: string }) =>
      method.name === 'Card' ? { ...method, connector: 'cards' } : method,
    ),
  }))
  return { configDir, client, limited }
}
