import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves handlers by their path, or all below it where it ends with a slash, and `GET /healthz`,
 * until SIGTERM or SIGINT: requests under way are answered then, and the process ends. Resolves
 * when it listens.
 */
export async function serveConnectors(
  handlers: Readonly<Record<string, Handler>>,
  { port, host = '127.0.0.1' }: { port: number; host?: string },
): Promise<Server> {
  const entries = Object.entries(handlers)
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? ''
    const handler = entries.find(([name]) => path === name || (name.endsWith('/') && path.startsWith(name)))?.[1]
    if (handler !== undefined) return void handler(request, response).catch(() => response.destroy())
    const isHealth = path === '/healthz' && request.method === 'GET'
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' }).end(isHealth ? '{"status":"ok"}' : '{}')
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => server.close())
  return server
}
