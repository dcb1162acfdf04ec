import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export type Respond = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

export type TestServer = {
  baseUrl: string
  /** The requests that came in, oldest first. */
  requests: { method: string; url: string; headers: IncomingMessage['headers']; at: number }[]
}

/**
 * An HTTP server that responds to its requests one after the other as the list says, and to the
 * others as the last one says.
 */
export async function testServer(t: Test, ...responses: readonly Respond[]): Promise<TestServer> {
  const requests: TestServer['requests'] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const respond = responses[Math.min(requests.length, responses.length - 1)]
    requests.push({ method, url, headers, at: performance.now() })
    void respond?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Responds with JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response, request) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** Responds with the error body of the API. */
export function refusal(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Respond {
  return json(status, { message: `${error} it is.`, error, errors: null, traceId: 'trace-1' }, headers)
}

/** Ends the connection, after some of a response if that is given. */
export function breakOff(part?: { headers: Readonly<Record<string, string>>; content: string | Uint8Array }): Respond {
  return async (response, request) => {
    for await (const _ of request);
    if (part === undefined) {
      request.socket.destroy()
      return
    }
    response.writeHead(200, part.headers)
    response.write(part.content, () => setImmediate(() => request.socket.destroy()))
  }
}
