import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { firstStatus, readTenant, type Tenant, typesByPreference, writableStores } from './tenant.ts'

const demo = { clientId: 'demo', clientSecret: 'demo-secret' }
const demoUser = { userName: 'demo@example.com', password: 'demo-password' }
const PEOPLE_KNOWN_MS = 20_000
const line = { code: 'CUP', quantity: 1, placedPrice: 125 }

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
 * What is said when the system is ready, on one screen: its addresses and a request to paste. It
 * asks for a token as the demo client; a tenant without that client is told how to get one.
 */
export async function welcome({ gatewayUrl, dataDir, configDir, ...start }: StartupSummary): Promise<string> {
  const [hasClient, tenant, hasUser] = await Promise.all([
    hasDemoClient(gatewayUrl),
    readTenant(configDir),
    hasDemoUser(gatewayUrl),
  ])
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
    ...(hasClient
      ? [
          `  TOKEN=$(curl -s -X POST '${gatewayUrl}/api/Token?clientId=${demo.clientId}&clientSecret=${demo.clientSecret}')`,
          `  curl ${gatewayUrl}/api/Orders -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoted(order(tenant))}`,
        ]
      : [`  A token: curl -X POST '${gatewayUrl}/api/Token' -d clientId=<id> -d clientSecret=<secret>`]),
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

async function hasDemoClient(gatewayUrl: string): Promise<boolean> {
  const response = await fetch(`${gatewayUrl}/api/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  await response?.body?.cancel()
  return response?.ok === true
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
