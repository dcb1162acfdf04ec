import { definePaymentConnector, defineShippingConnector } from '@open-oms/extend'
import type { ConnectorCall } from '@open-oms/extend/connector'
import { defineExtension } from '@open-oms/extend/extension'

/** What was asked, and how; tests replace `before`, which runs first. */
export const asked: { operation: string; amount?: number; key: string; seen: string[] }[] = []
export const mood: { before(call: ConnectorCall, count: number): unknown } = { before: () => undefined }

async function note(request: { operation: string; amount?: number }, call: ConnectorCall): Promise<void> {
  const { operation, amount } = request
  const seen = Object.keys(call).sort()
  asked.push({ operation, ...(amount === undefined ? {} : { amount }), key: call.idempotencyKey, seen })
  await mood.before(call, asked.length)
}

export const extension = defineExtension({
  name: 'connecting',
  connectors: [
    definePaymentConnector({
      name: 'swish',
      async capture(request, call) {
        await note(request, call)
        return { status: 'done', transactionId: `tx-${call.idempotencyKey.slice(0, 8)}` }
      },
    }),
    defineShippingConnector({
      name: 'drones',
      async book(request, call) {
        await note(request, call)
        return { status: 'done', trackingNumber: `drone-${request.lineItems.length}` }
      },
    }),
  ],
})
