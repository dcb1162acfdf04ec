import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { firstStatus, readTenant, type Tenant, typesByPreference, writableStores } from './tenant.ts'

const demo = { clientId: 'demo', clientSecret: 'demo-secret' }
const demoUser = { userName: 'demo@example.com', password: 'demo-password' }
const PEOPLE_KNOWN_MS = 20_000
const line = { lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125 }

/** An order that the tenant takes: in a store of its own, of its default type. */
function order(tenant: Tenant): string {
  const [store] = writableStores(tenant, demo.clientId)
  const [type] = typesByPreference(tenant)
  return JSON.stringify({
    id: `first-${randomBytes(4).toString('hex')}`,
    storeId: store?.id,
    marketId: store?.marketId,
    orderType: type?.name,
    status: type && firstStatus(type).name,
    orderForm: { lineItems: [line] },
  })
}

type StartupSummary = {
  gatewayUrl: string
  dataDir: string
  configDir: string
  durationMs: number
  /** Of `oms config check`. */
  warnings: number
}

/**
 * What is said when the system is ready: its addresses and a request to paste. The token is a demo
 * client's; a tenant without that client gets instructions how to get one.
 */
export async function welcome({ gatewayUrl, dataDir, configDir, ...start }: StartupSummary): Promise<string> {
  const [token, tenant, hasUser] = await Promise.all([demoToken(gatewayUrl), readTenant(configDir), hasDemoUser(gatewayUrl)])
  const lines = [
    '',
    `  Console        ${gatewayUrl}/console`,
    ...(hasUser ? [`  Signs in       ${demoUser.userName}, password ${demoUser.password}`] : []),
    `  Interface      ${gatewayUrl}, documented at ${gatewayUrl}/docs`,
    '  Fill it        npm run demo, in another terminal',
    '',
    `Ready after ${(start.durationMs / 1000).toFixed(1)} s. Data is kept in ${dataDir}. Ctrl-C stops everything.`,
    ...(start.warnings === 0 ? [] : [`The configuration has ${warningCount(start.warnings)}: npx oms config check`]),
    '',
    token === null
      ? `  A token: curl -X POST '${gatewayUrl}/api/Token' -d clientId=<id> -d clientSecret=<secret>`
      : `  curl ${gatewayUrl}/api/Orders -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d ${quoted(order(tenant))}`,
    '',
  ]
  return lines.join('\n')
}

function warningCount(count: number): string {
  return `${count} ${count === 1 ? 'warning' : 'warnings'}`
}

/** A text as one word for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

async function demoToken(gatewayUrl: string): Promise<string | null> {
  const response = await fetch(`${gatewayUrl}/api/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  return response?.ok ? (await response.text()).trim() : null
}

/**
 * Whether the tenant has the demo user of the sample; another tenant has people of its own. After a
 * first start the gateway hears from orders-workflow only then who is stored, and is 503 before.
 */
async function hasDemoUser(gatewayUrl: string): Promise<boolean> {
  const end = performance.now() + PEOPLE_KNOWN_MS
  for (;;) {
    const response = await fetch(`${gatewayUrl}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(demoUser),
      signal: AbortSignal.timeout(5000),
    }).catch(() => null)
    await response?.body?.cancel()
    if (response?.status !== 503 || performance.now() > end) return response?.ok === true
    await setTimeout(500)
  }
}
