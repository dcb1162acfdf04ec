import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Something that the provider has carried out. */
export type PaymentEffect = {
  operation: string
  orderId: string
  amount: number
  transactionId: string
  /** How often it was asked for, with the same key. */
  requests: number
}

export type PaymentProvider = {
  /** The address for one of its callers. */
  urlFor(caller: string): string
  effects(): readonly PaymentEffect[]
  /** Resolves when it has carried something out for a caller, who does not know it yet. */
  nextFor(caller: string): Promise<void>
  stop(): Promise<void>
}

/** Between the effect and its response, so that a process can be killed there. */
const RESPONSE_AFTER_MS = 100

/**
 * A payment provider that speaks the protocol of connectors and carries out each key once
 * (connectors.md#provider-idempotency). Its memory is what was really moved, whatever the system
 * believes.
 */
export async function startPaymentProvider(): Promise<PaymentProvider> {
  const effects = new Map<string, PaymentEffect>()
  const waiting = new Map<string, () => void>()
  const server = createServer(async (request, response) => {
    const { operation, orderId, amount } = JSON.parse(await readRequestText(request))
    const key = String(request.headers['idempotency-key'])
    const effect = effects.get(key) ?? { operation, orderId, amount, transactionId: `moved-${effects.size + 1}`, requests: 0 }
    effect.requests += 1
    effects.set(key, effect)
    waiting.get(request.url ?? '')?.()
    await delay(RESPONSE_AFTER_MS)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'done', transactionId: effect.transactionId }))
  })
  const port = await listenAnywhere(server)
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const callerPath = (caller: string) => `/${encodeURIComponent(caller)}`
  return {
    urlFor: (caller) => `http://127.0.0.1:${port}${callerPath(caller)}`,
    effects: () => [...effects.values()],
    nextFor: (caller) => new Promise((resolve) => waiting.set(callerPath(caller), resolve)),
    stop,
  }
}

async function readRequestText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function listenAnywhere(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
}
