import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DomainError } from '@open-oms/contracts/errors'
import { MEBIBYTE } from '@open-oms/contracts/route'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import Fastify from 'fastify'
import type { Test } from 'tap'
import { forwardRequest } from '../modules/proxy/forward-request.ts'
import type { ResponseRules } from '../modules/proxy/response-rules.ts'
import { createUpstream } from '../modules/proxy/upstream.ts'

/** What the service may set in the tests. */
const rules: ResponseRules = {
  names: ['content-length', 'etag', 'location', 'vary', 'www-authenticate', 'x-method'],
  hasType: (type) => type === 'application/json',
  isFile: false,
  isPublic: false,
}

/** From the gateway to the service. */
export const CONNECTIONS = 8

/** A service, and a gateway that does nothing but forward to it. Returns the gateway's address. */
export async function startPair(t: Test, listener: RequestListener, options: { timeoutMs?: number; trustProxy?: string } = {}) {
  const service = createServer(listener)
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const upstream = createUpstream('orders-workflow', url, {
    timeoutMs: options.timeoutMs ?? 240_000,
    connectionsMax: CONNECTIONS,
    streamsMax: CONNECTIONS,
  })
  const app = Fastify({ forceCloseConnections: true, genReqId: () => 'request-1', trustProxy: options.trustProxy ?? false })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler((error: DomainError, _request, reply) =>
    reply.code(503).send({ error: error.code, ...error.details, message: error.message }),
  )
  app.addHook('onRequest', async (_request, reply) => void reply.headers({ 'x-from-gateway': 'yes', vary: 'Origin' }))
  app.all('/*', (request, reply) => forwardRequest({ upstream, rules, bodyLimit: 32 * MEBIBYTE }, request, reply))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    await app.close().catch(failTest)
    await upstream.destroy()
    await stop(service)
  })
  return { address, service }
}

export async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  if (server.listening) await new Promise((resolve) => server.close(resolve))
}

export async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Responds with what arrived, so that a test can see it. */
export const echo: RequestListener = async (request, response) => {
  const body = await readAll(request)
  response.setHeader('content-type', 'application/json')
  response.setHeader('x-method', request.method ?? '')
  const text = JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: body.toString() })
  response.setHeader('content-length', Buffer.byteLength(text)).end(text)
}
