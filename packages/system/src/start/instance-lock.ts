import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '@open-oms/local-servers/start-error'

/**
 * Makes this process the only one that uses a data folder. The lock is a listening socket, because
 * a socket ends with its process however that ends, and another process can ask it who holds the
 * lock. Returns the function that releases it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true })
  const path = socketPath(realpathSync(folder))
  const holder = await askHolder(path)
  if (holder !== null) {
    throw new StartError(
      `The system of ${folder} is running already (process ${holder}): stop it, or start another beside it with other values ` +
        'of PORT and OMS_DATA_DIR.',
    )
  }
  rmSync(path, { force: true })
  const server = await listen(path)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

// A socket's path may have about 100 characters, fewer than many folders have: it is in the
// folder for temporary files.
function socketPath(folder: string): string {
  return join(tmpdir(), `oms-${createHash('sha256').update(folder).digest('hex').slice(0, 20)}.sock`)
}

/** The process id of the holder, or null when nobody listens. */
function askHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ path, timeout: 2000 })
    let holder = ''
    socket.on('data', (data) => {
      holder += data.toString('utf8')
    })
    socket.once('end', () => resolve(holder || 'unknown'))
    socket.once('timeout', () => {
      socket.destroy()
      resolve('unknown')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EACCES' ? 'of another user' : null))
  })
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end(String(process.pid)))
    server.once('error', (error) => reject(new StartError(`The data folder cannot be locked: ${error.message}`)))
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}
