import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** Money that the provider has moved, whatever it has said. */
export type ProviderEffect = { operation: string; orderId: string; amount: number; transactionId: string; requests: number }

export type LyingProvider = {
  url: string
  /** Its book. */
  effects(): readonly ProviderEffect[]
  /** How often it did not say what it did. */
  lies(): number
  /** From now on it says what it does. */
  beHonest(): void
  stop(): Promise<void>
}

/** What it does beside carrying a request out and saying so. */
const behaviours = [
  { name: 'honest', weight: 80 },
  { name: 'refuses', weight: 4 },
  { name: 'fails before', weight: 4 },
  { name: 'fails after', weight: 4 },
  { name: 'breaks off before', weight: 2 },
  { name: 'breaks off after', weight: 4 },
  { name: 'is late', weight: 2 },
] as const

/** Longer than the connector waits (system/tenant.ts). */
const LATE_MS = 4_500

/**
 * A payment provider, and a service that is asked about orders, that carries out each key once
 * (connectors.md#provider-idempotency) and does not always say what it did: it fails or breaks off
 * before or after the effect, or responds when nobody listens any more. A key that it has refused
 * stays refused.
 */
export async function startLyingProvider(random: Random, lateMs = LATE_MS): Promise<LyingProvider> {
  const book = openBook()
  let [lies, isHonest] = [0, false]
  const server = createServer(async (request, response) => {
    const sent = await text(request).catch(() => null)
    if (sent === null) return
    const asked = effectOf(JSON.parse(sent))
    const { name } = isHonest ? behaviours[0] : random.weighted(behaviours)
    if (name !== 'honest' && name !== 'refuses') lies += 1
    const said = book.ask(String(request.headers['idempotency-key']), asked, name)
    await answer(name, said, { request, response, lateMs })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    effects: book.effects,
    lies: () => lies,
    beHonest: () => {
      isHonest = true
    },
    stop,
  }
}

type Asked = Pick<ProviderEffect, 'operation' | 'orderId' | 'amount'>

/** A question names the whole order, and moves no money. */
function effectOf({ operation, orderId, amount = 0, order }: Partial<Asked> & { order?: { id: string } }): Asked {
  return { operation: operation ?? '', orderId: order?.id ?? orderId ?? '', amount }
}

type Behaviour = (typeof behaviours)[number]['name']

type Answering = { request: IncomingMessage; response: ServerResponse; lateMs: number }

async function answer(name: Behaviour, said: object, { request, response, lateMs }: Answering): Promise<void> {
  if (name === 'breaks off before' || name === 'breaks off after') return void request.socket.destroy()
  if (name === 'fails before' || name === 'fails after') return void response.writeHead(503).end()
  if (name === 'is late') await delay(lateMs)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}

/** What each key has led to: one effect, or a refusal, however often it comes. */
function openBook() {
  const effects = new Map<string, ProviderEffect>()
  const refused = new Set<string>()
  const ask = (key: string, { operation, orderId, amount }: Asked, name: Behaviour) => {
    const refusal = { [operation === 'ask' ? 'result' : 'status']: 'refused', message: 'No.' }
    if (name === 'fails before' || name === 'breaks off before') return refusal
    if (name === 'refuses' && !effects.has(key)) refused.add(key)
    if (refused.has(key)) return refusal
    const effect = effects.get(key) ?? { operation, orderId, amount, transactionId: `moved-${effects.size + 1}`, requests: 0 }
    effect.requests += 1
    effects.set(key, effect)
    return done(effect)
  }
  return { ask, effects: () => [...effects.values()] }
}

function done({ operation, transactionId }: ProviderEffect): object {
  if (operation === 'ask') return { result: 'done', properties: [{ key: transactionId, value: transactionId }] }
  const url = operation === 'link' ? { url: `https://pay.example.com/${transactionId}` } : {}
  return { status: 'done', transactionId, ...url }
}
