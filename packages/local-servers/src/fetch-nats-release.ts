import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const version = 'v2.10.22'
const releaseUrl = `https://github.com/nats-io/nats-server/releases/download/${version}`
const timeoutMs = 120_000
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64', arm: 'arm7', ia32: '386' }

/**
 * Downloads the official release for this machine, compares it with the release's SHA-256 list and
 * unpacks it into an empty folder; its path.
 */
export async function fetchNatsRelease(folder: string, url: string = releaseUrl): Promise<string> {
  const name = `nats-server-${version}-${process.platform}-${architectures[process.arch] ?? process.arch}`
  try {
    const [archive, sums] = await Promise.all([download(`${url}/${name}.tar.gz`), download(`${url}/SHA256SUMS`)])
    compareChecksum(archive, sums.toString('utf8'), `${name}.tar.gz`)
    const file = join(folder, `${name}.tar.gz`)
    writeFileSync(file, archive)
    await promisify(execFile)('tar', ['-xzf', file, '-C', folder])
    const program = join(folder, name, 'nats-server')
    chmodSync(program, 0o755)
    return program
  } catch (error) {
    throw new Error(`The release ${name}`, { cause: error })
  }
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}

function compareChecksum(archive: Buffer, sums: string, name: string): void {
  const line = sums.split('\n').find((text) => text.trim().split(/\s+\*?/)[1] === name)
  if (!line) throw new Error('the list of checksums does not name it.')
  if (createHash('sha256').update(archive).digest('hex') !== line.trim().split(/\s+/)[0]) {
    throw new Error('its checksum is wrong: it was not installed.')
  }
}
