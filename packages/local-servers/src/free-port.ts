import { createServer } from 'node:net'

/**
 * The reason why `port` of this machine cannot be listened on (such as EADDRINUSE), or null when it
 * is free. 0 is any port.
 */
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

// Below the ports that the system gives to connections and to servers that ask for any: none of
// these takes one between the choice and its use. Each process begins elsewhere, and gives none
// twice before all others.
const [firstPort, portCount] = [20_000, 12_000]
let given = (process.pid * 20) % portCount

/**
 * `preferred` when it is free, else a free port of 127.0.0.1 that nobody is likely to take before
 * it is used.
 */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isPortFree(preferred))) return preferred
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + (given++ % portCount)
    if (await isPortFree(port)) return port
  }
  throw new Error('No free port on 127.0.0.1.')
}
