import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedCall = { headers: IncomingMessage['headers']; text: string; at: number }
export type Reply = (response: ServerResponse, call: ReceivedCall, index: number) => void

/** Responds with a status, a body and headers. */
export const respond =
  (status: number, body = '', headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body)

export type TestReceiver = {
  calls: ReceivedCall[]
  url: string
  port: number
  /** The handler of a call; may be replaced. */
  mood: { reply: Reply }
}

/** A real HTTP server on loopback that records its requests. */
export async function testReceiver(t: { teardown(end: () => unknown): unknown }, reply = respond(204)): Promise<TestReceiver> {
  const calls: ReceivedCall[] = []
  const mood = { reply }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const call = { headers: request.headers, text: Buffer.concat(chunks).toString(), at: performance.now() }
    calls.push(call)
    mood.reply(response, call, calls.length - 1)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { calls, mood, port, url: `http://127.0.0.1:${port}/events` }
}
