import { accessSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fetchDebianProgram } from './fetch-debian-program.ts'
import { fetchNatsRelease } from './fetch-nats-release.ts'
import { describeError, StartError } from './start-error.ts'

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
