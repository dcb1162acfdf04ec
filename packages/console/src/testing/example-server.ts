import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { type RecordedExample, recordedExamples } from '@open-oms/contracts/recorded-examples'
import type { RouteContract } from '@open-oms/contracts/route'

const dist = join(import.meta.dirname, '..', '..', 'dist')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html',
}

const routes: readonly RouteContract[] = [...orderRoutes, ...catalogRoutes, ...accountingRoutes, ...sessionRoutes]

/** What answers a call in the place of its own example: the status and the body. */
type Answer = { status: number; body: unknown }

export type ExampleServer = {
  url: string
  /** The calls that have no example, as `METHOD path`. */
  unanswered: Set<string>
  /** Answers calls of an operation with the recorded response of another call. */
  answer: (operationId: string, answer: Answer | null) => void
  /** Responds 503 to files of the console whose names begin like this; null: to none. */
  refuseFiles: (name: string | null) => void
  /** Serves the page of another version from now on, whose script has another address. */
  upgrade: () => void
  stop: () => Promise<void>
}

/**
 * Serves the built console, and answers the calls of its pages with what the system has responded
 * when the examples of its interface were recorded.
 */
export async function startExampleServer(): Promise<ExampleServer> {
  const unanswered = new Set<string>()
  const chosen = new Map<string, Answer>()
  const files: ConsoleFiles = { refusedName: null, versions: 1 }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname.startsWith('/console')) return sendFile(pathname, response, files)
    request.resume()
    if (pathname.endsWith('/Changes/Stream')) return openStream(response)
    const call = findCall(request, pathname)
    const found = call === null ? null : (chosen.get(call.operationId) ?? exampleOf(call))
    const answer = found !== null && searchParams.has('after') ? lastPage(found) : found
    if (answer === null) unanswered.add(`${request.method} ${pathname}`)
    send(response, answer ?? { status: 404, body: { message: 'No example.', error: 'NotFound', errors: null, traceId: '' } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unanswered,
    answer: (operationId, answer) => (answer === null ? chosen.delete(operationId) : chosen.set(operationId, answer)),
    refuseFiles: (name) => Object.assign(files, { refusedName: name }),
    upgrade: () => void files.versions++,
    stop: () => stop(server),
  }
}

/** The recorded body of the first successful call of an operation with these parameters. */
export function recordedBody(operationId: string, parameters: Record<string, string> = {}): unknown {
  return exampleOf({ operationId, parameters })?.body
}

/** After the page that was recorded there is nothing more: who reads all pages stops there. */
function lastPage({ status, body }: Answer): Answer {
  return { status, body: { ...(body as object), result: [], next: null } }
}

type Call = { operationId: string; parameters: Record<string, string> }

function findCall({ method }: IncomingMessage, pathname: string): Call | null {
  const found = routes.flatMap((route) => {
    const pattern = new RegExp(`^${route.url.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`, 'i')
    const match = route.method === method ? pattern.exec(pathname) : null
    return match === null ? [] : [{ operationId: route.operationId, parameters: { ...match.groups } }]
  })
  // A path without parameters is meant before one that would take its last part as an id.
  return found.sort((one, other) => Object.keys(one.parameters).length - Object.keys(other.parameters).length)[0] ?? null
}

function exampleOf({ operationId, parameters }: Call): Answer | null {
  const examples = recordedExamples.filter((one) => one.operationId === operationId && one.response.status < 300)
  const fits = (one: RecordedExample) =>
    Object.entries(parameters).filter(([name, value]) => String(one.parameters[name]) === decodeURIComponent(value)).length
  const [best] = examples.toSorted((one, other) => fits(other) - fits(one))
  return best === undefined ? null : { status: best.response.status, body: best.response.body }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

const BEAT_MS = 5_000

/** Nothing changes here, but the stream lives: the pages take a silent one for lost. */
function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const beat = () => void response.write(': beat\n\n')
  beat()
  const timer = setInterval(beat, BEAT_MS)
  response.on('close', () => clearInterval(timer))
}

type ConsoleFiles = { refusedName: string | null; versions: number }

function sendFile(pathname: string, response: ServerResponse, files: ConsoleFiles): void {
  const file = join(dist, pathname.slice('/console/'.length))
  const isFile = extname(file) !== '' && existsSync(file)
  if (isFile && files.refusedName !== null && basename(file).startsWith(files.refusedName)) {
    response.writeHead(503).end()
    return
  }
  const type = isFile ? (types[extname(file)] ?? 'application/octet-stream') : 'text/html'
  response.writeHead(200, { 'content-type': type })
  if (isFile) return void createReadStream(file).pipe(response)
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  // The same file under another name.
  response.end(page.replace('src="/console/', `src="/console/${'./'.repeat(files.versions - 1)}`))
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
