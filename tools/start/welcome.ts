import { randomBytes } from 'node:crypto'

const line = { lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25 }
const order = () =>
  JSON.stringify({
    id: `first-${randomBytes(4).toString('hex')}`,
    storeId: 'Oslo-01',
    orderType: 'Online',
    status: 'New',
    orderForm: { lineItems: [line] },
  })

/**
 * What is said when the system is ready: its addresses and a request to paste. The token is a demo client's; a tenant without
 * that client is told how to get one.
 */
export async function welcome(gatewayUrl: string, dataDir: string, durationMs: number): Promise<string> {
  const token = await demoToken(gatewayUrl)
  const lines = [
    '',
    `Ready after ${(durationMs / 1000).toFixed(1)} s. Data is kept in ${dataDir}. Ctrl-C stops everything.`,
    '',
    `  Gateway        ${gatewayUrl}`,
    `  API reference  ${gatewayUrl}/docs`,
    '  Try it         npm run demo',
    '',
    token === null
      ? `  A token: curl -X POST '${gatewayUrl}/api/Token' -d clientId=<id> -d clientSecret=<secret>`
      : `  curl ${gatewayUrl}/api/Orders -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${order()}'`,
    '',
  ]
  return lines.join('\n')
}

async function demoToken(gatewayUrl: string): Promise<string | null> {
  const response = await fetch(`${gatewayUrl}/api/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: 'demo', clientSecret: 'demo-secret' }),
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  return response?.ok ? (await response.text()).trim() : null
}
