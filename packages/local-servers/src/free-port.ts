import { createServer } from 'node:net'

/** The reason why `port` of this machine cannot be listened on (such as EADDRINUSE), or null when it is free. 0 is any port. */
function tryPort(port: number): Promise<{ port: number } | { code: string }> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? error.message }))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve({ port: typeof address === 'object' && address ? address.port : port }))
    })
  })
}

/** Whether `port` of 127.0.0.1 can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return 'port' in (await tryPort(port))
}

/** `preferred` when it is free, else any free port of 127.0.0.1. */
export async function freePort(preferred = 0): Promise<number> {
  const first = await tryPort(preferred)
  if ('port' in first) return first.port
  const any = await tryPort(0)
  if ('port' in any) return any.port
  throw new Error(`No free port on 127.0.0.1 (${any.code}).`)
}
