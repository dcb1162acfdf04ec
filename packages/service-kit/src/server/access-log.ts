import fp from 'fastify-plugin'
import '../authentication/authentication.ts'

/**
 * On the level `debug`, one record for each request. It names the route and not the address,
 * because queries and ids carry personal data and secrets.
 */
export const accessLog = fp(
  async (app) => {
    if (!['debug', 'trace'].includes(app.log.level)) return
    app.addHook('onResponse', (request, reply, done) => {
      const { method, traceId, caller } = request
      const route = request.is404 ? 'unmatched' : request.routeOptions.url
      const ms = Math.round(reply.elapsedTime * 10) / 10
      request.log.debug({ method, route, status: reply.statusCode, ms, traceId, client: caller?.clientId }, 'request')
      done()
    })
  },
  { name: 'access-log', fastify: '5.x', dependencies: ['request-context', 'authentication'] },
)
