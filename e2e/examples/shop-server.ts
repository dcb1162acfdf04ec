import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Test } from 'tap'
import type { TenantChanges } from '../shared-system.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type ShopRequest = { orderId: string; operation?: string; link?: { transactionId: string | null } }

/**
 * The shop: it has a picture of the cup, of one pixel, and a payment provider that makes links and
 * refuses everything else, and is out of order for order K-7.
 */
export async function shopServer(t: Pick<Test, 'teardown'>): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { orderId, operation, link } = (await json(request)) as ShopRequest
      const transactionId = link?.transactionId ?? 'link-1'
      if (orderId === 'K-7') response.writeHead(503).end()
      else if (operation === 'link' || operation === 'unlink')
        response.end(JSON.stringify({ status: 'done', transactionId, url: 'https://pay.example.com/1f6b2' }))
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"refused"}')
    } else response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * The gift cards of the sample tenant go through the provider of the shop, which also hears of
 * restored orders.
 */
export const shopTenant = (shopUrl: string): TenantChanges => ({
  'connectors.json': (content) => {
    const { connectors, webhookSubscriptions } = content
    content.privateWebhookHosts = ['127.0.0.1']
    connectors.push({
      id: 'gift',
      name: 'gift',
      kind: 'payment',
      type: 'http',
      url: `${shopUrl}/pay`,
      timeoutMs: 2_000,
      retries: 0,
    })
    webhookSubscriptions.push({
      id: 'erp',
      url: `${shopUrl}/events`,
      eventTypes: ['orders.order.restored.v1'],
      allowPrivateAddresses: true,
    })
  },
  'payment-methods.json': ({ paymentMethods }) => {
    for (const method of paymentMethods)
      if (method.name === 'GiftCard') Object.assign(method, { connector: 'gift', paymentLink: true })
  },
})
