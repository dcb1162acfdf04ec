import cors from '@fastify/cors'
import type { ResponseHeader } from '@open-oms/contracts/headers'
import fp from 'fastify-plugin'

/**
 * The security headers of every response that does not set its own. Pages are served below `/docs`
 * and `/console`, and say themselves what they may load; nothing else may load or frame anything,
 * nor be kept by a shared cache. Constant: computing them per request cost more than the rest of
 * the gateway's own work.
 */
export const SECURITY_HEADERS = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Headers that scripts of other origins may read beside the usual ones. */
const EXPOSED_HEADERS: ResponseHeader[] = [
  'ETag',
  'Idempotent-Replayed',
  'Ignored-Parameters',
  'Location',
  'Overwrote-Versions',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Undeclared-Properties',
  'X-Request-Id',
  'X-Trace-Id',
]

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyContextConfig {
    /** Answers preflights of pages without an origin, for which CORS is not configured. */
    preflight?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/**
 * Puts the security headers on every response that the gateway gives itself, and CORS on all for
 * the configured origins (none: no CORS headers).
 */
export const secureResponses = fp<{ corsOrigins: readonly string[] }>(
  async (app, { corsOrigins }) => {
    app.addHook('onSend', async (_request, reply) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value)
    })
    if (corsOrigins.length === 0) return
    app.addHook('onRequest', async (request, reply) => {
      const { preflight } = request.routeOptions.config
      if (preflight !== undefined && request.headers.origin === 'null') return preflight(request, reply)
    })
    await app.register(cors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    })
  },
  { name: 'secure-responses', fastify: '5.x' },
)
