import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Teardown } from '@open-oms/service-kit/testing/test-database'

export type TestOrigin = {
  url: string
  port: number
  /** What was asked for: `GET /path`. */
  calls: string[]
  /** The headers of the last request. */
  headers(): Record<string, string | string[] | undefined>
  /** Connections that were made, with or without a request. */
  connections(): number
}

/** A real server that files are downloaded from; it counts connections. */
export async function testOrigin(t: Teardown, listener: RequestListener, host = '127.0.0.1'): Promise<TestOrigin> {
  const calls: string[] = []
  let headers = {}
  let connections = 0
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    headers = request.headers
    listener(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, calls, headers: () => headers, connections: () => connections }
}
