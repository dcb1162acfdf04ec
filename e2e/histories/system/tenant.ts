import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import { changeFile, type TenantClient, writeTenant } from '@open-oms/tools/verify-deployment/write-tenant'
import { providerVariables } from '@open-oms/tools/verify-scale/tenant'

export type HistoriesTenant = { configDir: string; client: TenantClient }

/** How long a call of the provider may take. */
const PROVIDER_TIMEOUT_MS = 3_000
const BREAKER_OPEN_MS = 2_000
/** Runs that wait come to rest while a history is run. */
const WAITING = { retryPauseFirstMs: 2_000, retryPauseMaxMs: 10_000 }

/**
 * Writes the sample's configuration with a client for all requests, cards that a provider outside
 * captures, a button that asks it, short pauses of runs that wait, and webhooks that may go to this
 * machine.
 */
export async function writeHistoriesTenant(configDir: string): Promise<HistoriesTenant> {
  const client = { clientId: 'histories', clientSecret: randomBytes(24).toString('base64url') }
  await writeTenant(join(root, 'config'), configDir, { clients: [client] })
  const { url: urlVariable, secret: secretVariable } = providerVariables
  const cards = {
    ...{ id: 'cards', name: 'cards', kind: 'payment', type: 'http', urlVariable, secretVariable },
    ...{ timeoutMs: PROVIDER_TIMEOUT_MS, retries: 1, breakerOpenMs: BREAKER_OPEN_MS },
  }
  const asked = { ...cards, id: 'asked', name: 'asked', kind: 'ask' }
  await changeFile(join(configDir, 'connectors.json'), (content) => ({
    ...content,
    connectors: [...content.connectors, cards, asked],
    privateWebhookHosts: ['127.0.0.1'],
  }))
  await changeFile(join(configDir, 'payment-methods.json'), (content) => ({
    ...content,
    paymentMethods: content.paymentMethods.map((method: { name: string }) =>
      method.name === 'Card' ? { ...method, connector: 'cards', paymentLink: true } : method,
    ),
  }))
  await changeFile(join(configDir, 'console-places.json'), (content) => ({
    ...content,
    buttons: [{ id: 'ask', label: { en: 'Ask' }, statuses: [], connector: 'asked', permission: null }],
  }))
  await changeFile(join(configDir, 'settings.json'), (content) => ({
    ...content,
    workflow: { ...content.workflow, ...WAITING },
  }))
  return { configDir, client }
}

/** Changes a setting that no order depends on, so that there is something to reload. */
export async function changeSetting(configDir: string, value: number): Promise<void> {
  await changeFile(join(configDir, 'settings.json'), (content) => ({
    ...content,
    workflow: { ...content.workflow, runRetentionDays: 90 + (value % 10) },
  }))
}
