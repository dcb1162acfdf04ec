import { DomainError } from '@oms/contracts/errors'
import type { HTTPMethods } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { respondWithError } from '../http/error-handler.ts'
import { routerOptions } from '../http/router-options.ts'

function urlPath(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/**
 * Responds to what no route takes: 405 with `Allow` when the path exists for other methods, else
 * 404; with or without a token (http.md#paths, http.md#errors). To be added before the routes,
 * because it listens to their registration.
 */
export const unknownRoutes = fp(
  async (app) => {
    // Fastify does not say which other methods a path has; a second router with the same rules
    // does.
    const router = findMyWay(routerOptions)
    const methods = new Set<HTTPMethods>()
    app.addHook('onRoute', (route) => {
      // The CORS plugin responds to preflights of any path; that does not make the path exist.
      if (route.url === '*') return
      for (const method of [route.method].flat()) {
        methods.add(method)
        if (!router.hasRoute(method as never, route.url)) router.on(method as never, route.url, () => undefined)
      }
    })
    app.setNotFoundHandler((request, reply) => {
      const path = urlPath(request.raw.url ?? '/')
      const allowed = [...methods].filter((method) => router.find(method as never, path) !== null)
      if (allowed.length === 0) return respondWithError(new DomainError('NotFound', 'There is no such route.'), request, reply)
      reply.header('allow', allowed.sort().join(', '))
      return respondWithError(new DomainError('MethodNotAllowed', `${request.method} is not possible here.`), request, reply)
    })
  },
  { name: 'unknown-routes', fastify: '5.x', dependencies: ['error-handler'] },
)
