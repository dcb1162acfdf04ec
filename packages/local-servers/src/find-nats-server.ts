import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { fetchDebianProgram } from './fetch-debian-program.ts'
import { describeError, StartError } from './start-error.ts'

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

// Debian installs servers where only root's PATH looks.
const usualFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** Puts a nats-server somewhere into an empty folder; its path. */
type Fetcher = (folder: string) => Promise<string>

export type NatsSearch = {
  /** The path of the program, or `fetch`: none that is installed. `OMS_NATS_SERVER` by default. */
  wanted?: string
  /** Where a fetched server is kept. */
  cacheFolder?: string
  /** Where an installed one may be. */
  folders?: readonly string[]
  /** Ways to fetch one, tried in order. */
  fetchers?: readonly Fetcher[]
  onFetch?: () => void
}

const defaultCache = join(import.meta.dirname, '..', '..', '..', '.cache', 'nats-server')
const pathFolders = () => [...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...usualFolders]

/**
 * The path of a nats-server: the one that `OMS_NATS_SERVER` names, one on the PATH or where
 * packages install it, or one fetched into `cacheFolder` (without root: Debian's package unpacked,
 * else the official release). Throws a StartError that says how to install one.
 */
export async function findNatsServer(search: NatsSearch = {}): Promise<string> {
  const { wanted = process.env.OMS_NATS_SERVER ?? '', cacheFolder = defaultCache, folders = pathFolders() } = search
  if (wanted !== '' && wanted !== 'fetch') {
    if (isProgram(wanted)) return wanted
    throw new StartError(`OMS_NATS_SERVER is ${wanted}, which is no program: name a nats-server, or leave it out.`)
  }
  const places = [...(wanted === 'fetch' ? [] : folders), cacheFolder]
  const found = places.map((folder) => join(folder, 'nats-server')).find(isProgram)
  if (found) return found
  search.onFetch?.()
  return await fetchInto(cacheFolder, search.fetchers ?? [fetchDebianPackage, fetchNatsRelease])
}

async function fetchDebianPackage(folder: string): Promise<string> {
  await fetchDebianProgram('nats-server', folder)
  return join(folder, 'usr', 'sbin', 'nats-server')
}

async function fetchInto(cacheFolder: string, fetchers: readonly Fetcher[]): Promise<string> {
  const failures: string[] = []
  mkdirSync(cacheFolder, { recursive: true })
  for (const fetchServer of fetchers) {
    const folder = mkdtempSync(join(cacheFolder, 'fetching-'))
    try {
      const program = join(cacheFolder, 'nats-server')
      // Put into its place whole: another process may be looking for it.
      renameSync(await fetchServer(folder), program)
      return program
    } catch (error) {
      failures.push(describeError(error).split('\n')[0] ?? '')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  throw new StartError(
    `No nats-server was found on the PATH or in ${usualFolders.join(', ')}, and it could not be fetched:\n` +
      `${failures.map((failure) => `  - ${failure}\n`).join('')}` +
      'Install it ("apt-get install nats-server", "brew install nats-server", or https://github.com/nats-io/nats-server/releases),\n' +
      'name it with OMS_NATS_SERVER, or (for npm start) set NATS_URL to a running server with JetStream.',
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
