import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * The security headers of every answer. One page is answered, at `/docs`, and says by itself what it may load; nothing else may load
 * or frame anything. Product images are shown by shops of other origins. Constant: computing them per request cost more than the
 * rest of the gateway's own work.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Headers that scripts of other origins may read beside the usual ones. */
const EXPOSED_HEADERS = [
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Overwrite-Versions',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'X-Trace-Id',
]

/** Puts the security headers on every answer that the gateway gives itself, and CORS on all for the configured origins (none: no CORS headers). */
export async function secureAnswers(app: FastifyInstance, corsOrigins: readonly string[]): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
  if (corsOrigins.length === 0) return
  await app.register(cors, {
    origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  })
}
