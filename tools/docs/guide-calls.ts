import { accountingRoutes } from '@oms/contracts/accounting/routes'
import { catalogRoutes } from '@oms/contracts/catalog/routes'
import { tokenRoutes } from '@oms/contracts/gateway/routes'
import { sessionRoutes } from '@oms/contracts/gateway/session-routes'
import { orderRoutes } from '@oms/contracts/orders/routes/order-routes'
import type { RouteContract } from '@oms/contracts/route'
import type { SampleCall } from '@oms/service-kit/openapi/code-samples'

/**
 * A call of a guide: its place in the interface, and what samples in other languages are made from.
 */
export type GuideCall = SampleCall & { operationId: string; tag: string }

const routes: readonly RouteContract[] = [...orderRoutes, ...catalogRoutes, ...accountingRoutes, ...tokenRoutes, ...sessionRoutes]

/**
 * The call that a block of shell makes with curl; null for a block that assigns variables. Throws
 * when it names no operation of the interface, or is written in another way than
 * `curl -s [-X METHOD] "$OMS/path?query" … [--json 'body']`.
 */
export function guideCall(block: string): GuideCall | null {
  if (!block.startsWith('curl ')) return null
  const [, address] = /"\$OMS(\/[^"]*)"/.exec(block) ?? []
  if (address === undefined) throw new Error(`A call without "$OMS/…": ${block}`)
  const [, text] = /--json '([^']*)'/.exec(block) ?? []
  const [path = '', search = ''] = address.split('?')
  const method = /-X ([A-Z]+)/.exec(block)?.[1] ?? (text === undefined && !block.includes(' -d ') ? 'GET' : 'POST')
  const found = routes.filter((route) => route.method === method).flatMap((route) => match(route, path))
  // A path without parameters is meant before one that would take its last part as an id.
  const [best] = found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  if (best === undefined) throw new Error(`${method} ${path} is no operation of the interface.`)
  const query = Object.fromEntries(
    search.split('&').flatMap((pair) => (pair === '' ? [] : [pair.split('=') as [string, string]])),
  )
  const { operationId, tags } = best.route
  const call = { method, path: best.route.url.replace(/:(\w+)/g, '{$1}'), params: best.params, query }
  return { ...call, ...(text === undefined ? {} : { body: JSON.parse(text) }), operationId, tag: tags[0] ?? '' }
}

function match(route: RouteContract, path: string): { route: RouteContract; params: Record<string, string> }[] {
  const pattern = new RegExp(`^${route.url.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`, 'i')
  const found = pattern.exec(path)
  return found === null ? [] : [{ route, params: { ...found.groups } }]
}
