import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { HistoryWriter } from '../history.ts'
import type { Random } from '../random.ts'

export type WebhookReceiver = { url: string; stop(): Promise<void> }

const REFUSED = 0.05

/**
 * Receives webhooks and notes each of them; some it refuses, as a receiver does that restarts.
 * Resolves once it listens.
 */
export async function startWebhookReceiver(history: HistoryWriter, random: Random, now: () => number): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const sent = await text(request).catch(() => null)
    if (sent === null) return
    const event = JSON.parse(sent) as { id: string; type: string; subject: string; sequence: number }
    if (random.isTrue(REFUSED)) return void response.writeHead(503).end()
    const { id: eventId, type: eventType, subject, sequence } = event
    history.write({ type: 'webhook', at: now(), eventId, eventType, subject, sequence })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}/events`, stop }
}
