import { subscribe, unsubscribe } from 'node:diagnostics_channel'

type Operation = { responses: Record<string, { $ref?: string; headers?: object; content?: object }> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { headers?: object; content?: object }>; headers: object }
}
type HeadersMessage = {
  request: { origin: string; method: string; path: string }
  response: { statusCode: number; headers: Buffer[] }
}

/** Fixed parts of a path come before parameters, as in the router. */
function routePatterns({ paths }: Document) {
  return Object.entries(paths)
    .map(([path, operations]) => ({
      operations,
      order: path.replace(/\{\w+\}/g, '\uffff').toLowerCase(),
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
}

function parseHeaders({ headers }: HeadersMessage['response']): Map<string, string> {
  const texts = headers.map((text) => text.toString().toLowerCase())
  return new Map(texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : [])))
}

/**
 * Compares status, content type and headers of every response that this process gets from a gateway
 * with its OpenAPI document, until the returned function is called, which returns what was not in
 * it.
 */
export async function checkResponses(gatewayUrl: string): Promise<() => string[]> {
  const document = (await (await fetch(new URL('/openapi.json', gatewayUrl))).json()) as Document
  const patterns = routePatterns(document)
  const ours = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()))
  // Of any response to a browser with a session: the session continues, or is over.
  ours.delete('set-cookie')
  const found = new Set<string>()
  const check = ({ request, response }: HeadersMessage) => {
    if (request.origin !== new URL(gatewayUrl).origin) return
    const path = request.path.replace(/\?.*/, '')
    const operations = patterns.find(({ pattern }) => pattern.test(path))?.operations
    const operation = operations?.[request.method.toLowerCase()] ?? (request.method === 'HEAD' ? operations?.get : undefined)
    if (operation === undefined) return
    const { statusCode: status } = response
    const listed = operation.responses[status]
    const documented = listed?.$ref === undefined ? listed : document.components.responses[listed.$ref.split('/').at(-1) ?? '']
    const part = undocumentedPart(documented, { method: request.method, headers: parseHeaders(response) }, ours)
    if (part !== null) found.add(`${request.method} ${path} ${status}: ${part}`)
  }
  subscribe('undici:request:headers', check as (message: unknown) => void)
  return () => {
    unsubscribe('undici:request:headers', check as (message: unknown) => void)
    return [...found]
  }
}

function undocumentedPart(
  documented: { headers?: object; content?: object } | undefined,
  { method, headers }: { method: string; headers: ReadonlyMap<string, string> },
  ours: ReadonlySet<string>,
): string | null {
  if (documented === undefined) return 'status'
  const names = new Set(Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase()))
  const unknown = [...headers.keys()].find((name) => ours.has(name) && !names.has(name))
  if (unknown !== undefined) return `header ${unknown}`
  const type = headers.get('content-type')?.split(';')[0]
  // A HEAD response has the type of a body that it does not have.
  if (type === undefined || method === 'HEAD') return null
  const types = Object.keys(documented.content ?? {})
  return types.includes(type) || types.includes('*/*') ? null : `content type ${type}`
}
