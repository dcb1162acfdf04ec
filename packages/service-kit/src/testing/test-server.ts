import type { FastifyInstance, InjectOptions } from 'fastify'
import { createLogger } from '../observability/logger.ts'
import { buildServer, type ServerOptions } from '../server/build-server.ts'
import { checkResponses } from './check-responses.ts'
import { failTest } from './fail-test.ts'
import { type TestIssuer, type TestTokenOptions, testIssuer } from './test-issuer.ts'

export type TestResponse = {
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** The body as it came, for what is no text. */
  bytes: Buffer
  /** The body as JSON, null when there is none. Tests say what they expect, hence any. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
  body: any
}

export type TestRequest = {
  method?: InjectOptions['method']
  url: string
  query?: Record<string, string | string[]>
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown
  headers?: Record<string, string>
  /** The caller: all roles by default; null for no token. */
  as?: TestTokenOptions | null
}

export type TestClient = {
  app: FastifyInstance
  issuer: TestIssuer
  send(request: TestRequest): Promise<TestResponse>
}

function toPayload(body: unknown): { payload?: string | Buffer; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { payload: body, headers: {} }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function parseBody(text: string, contentType: string | undefined): unknown {
  return text !== '' && contentType?.startsWith('application/json') ? JSON.parse(text) : null
}

/** Sends requests into an app without a network, with a token of the test issuer. */
export function testClient(app: FastifyInstance, issuer: TestIssuer): TestClient {
  return {
    app,
    issuer,
    send: async ({ method = 'GET', url, query, body, headers = {}, as = {} }) => {
      const { payload, headers: typed } = toPayload(body)
      const authorization = as === null ? {} : { authorization: `Bearer ${await issuer.token(as)}` }
      const response = await app.inject({
        method,
        url,
        headers: { ...authorization, ...typed, ...headers },
        ...(query === undefined ? {} : { query }),
        ...(payload === undefined ? {} : { payload }),
      })
      const received = response.headers as Record<string, string | undefined>
      return {
        status: response.statusCode,
        headers: received,
        text: response.body,
        bytes: response.rawPayload,
        body: parseBody(response.body, received['content-type']),
      }
    },
  }
}

/**
 * What an `app.ts` needs from a test: the issuer's tokens, every response checked against the
 * OpenAPI document, a silent log.
 */
export function testServerOptions(issuer: TestIssuer): ServerOptions {
  const log = createLogger({ service: 'test', level: process.env.LOG_LEVEL ?? 'silent' })
  // No limit at all: a loop that was blocked from start to first sample, as by compiling a large
  // app, counts as delayed without end.
  return { log, tokens: issuer.rules, beforeRoutes: checkResponses(), limits: { eventLoopDelayMs: 0 } }
}

/**
 * A bare server for tests of single routes: register them on `app`, then `send`. It is closed with
 * the test.
 */
export async function testServer(
  t: { teardown(fn: () => unknown): void },
  options: Partial<ServerOptions> = {},
): Promise<TestClient> {
  const issuer = await testIssuer()
  const app = await buildServer({ ...testServerOptions(issuer), ...options })
  t.teardown(() => app.close().catch(failTest))
  return testClient(app, issuer)
}
