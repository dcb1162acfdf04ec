import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { textOf } from '../work/webhook-receiver.ts'

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
 * A payment provider that carries out each key once (connectors.md#provider-idempotency) and does
 * not always say what it did: it fails or breaks off before or after the effect, or responds when
 * nobody listens any more. A key that it has refused stays refused.
 */
export async function startLyingProvider(random: Random): Promise<LyingProvider> {
  const book = openBook()
  let [lies, isHonest] = [0, false]
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await textOf(request)) as ProviderEffect
    const key = String(request.headers['idempotency-key'])
    const { name } = isHonest ? behaviours[0] : random.weighted(behaviours)
    if (name !== 'honest' && name !== 'refuses') lies += 1
    if (name === 'fails before') return void response.writeHead(503).end()
    if (name === 'breaks off before') return void request.socket.destroy()
    const said = name === 'refuses' ? book.refuse(key) : book.carryOut(key, asked)
    if (name === 'fails after') return void response.writeHead(500).end()
    if (name === 'breaks off after') return void request.socket.destroy()
    if (name === 'is late') await delay(LATE_MS)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
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

/** What each key has led to, once. */
function openBook() {
  const effects = new Map<string, ProviderEffect>()
  const refused = new Set<string>()
  const carryOut = (key: string, { operation, orderId, amount }: ProviderEffect) => {
    if (refused.has(key)) return refusal
    const effect = effects.get(key) ?? { operation, orderId, amount, transactionId: `moved-${effects.size + 1}`, requests: 0 }
    effect.requests += 1
    effects.set(key, effect)
    return { status: 'done', transactionId: effect.transactionId }
  }
  /** A key that was carried out is not refused any more. */
  const refuse = (key: string) => {
    const effect = effects.get(key)
    if (effect !== undefined) return carryOut(key, effect)
    refused.add(key)
    return refusal
  }
  return { carryOut, refuse, effects: () => [...effects.values()] }
}

const refusal = { status: 'refused', message: 'No.' }
