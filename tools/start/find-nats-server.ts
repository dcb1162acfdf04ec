import { execFile } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { fetchNatsRelease } from './fetch-nats-release.ts'
import { reasonOf, StartError } from './start-error.ts'

const run = promisify(execFile)

// Debian installs servers where only root's PATH looks.
const usualFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

export type NatsSearch = {
  /** Where a fetched server is kept. */
  cacheFolder: string
  /** Where an installed one may be. */
  folders?: readonly string[]
  /** Ways to fetch one, tried in order. */
  fetchers?: readonly ((cacheFolder: string) => Promise<string>)[]
  onFetch?: () => void
}

const pathFolders = () => [...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...usualFolders]

/**
 * The path of a nats-server: on the PATH, where packages install it, or fetched into `cacheFolder` (without root: Debian's
 * package unpacked, else the official release). Throws a StartError that says how to install one.
 */
export async function findNatsServer(search: NatsSearch): Promise<string> {
  const { cacheFolder, folders = pathFolders(), fetchers = [fetchDebianPackage, fetchNatsRelease] } = search
  const places = [...folders, cacheFolder, join(cacheFolder, 'usr', 'sbin')]
  const found = places.map((folder) => join(folder, 'nats-server')).find(isProgram)
  if (found) return found
  search.onFetch?.()
  const failures: string[] = []
  for (const fetchServer of fetchers) {
    try {
      mkdirSync(cacheFolder, { recursive: true })
      return await fetchServer(cacheFolder)
    } catch (error) {
      failures.push(reasonOf(error).split('\n')[0] ?? '')
    }
  }
  throw new StartError(
    `No nats-server was found on the PATH or in ${usualFolders.join(', ')}, and it could not be fetched:\n` +
      `${failures.map((failure) => `  - ${failure}\n`).join('')}` +
      'Install it ("apt-get install nats-server", "brew install nats-server", or https://github.com/nats-io/nats-server/releases),\n' +
      'or set NATS_URL to a running server with JetStream.',
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

/** Downloads Debian's package and unpacks it, which needs no root; its path. */
async function fetchDebianPackage(cacheFolder: string): Promise<string> {
  const options = { cwd: cacheFolder, timeout: 60_000 }
  try {
    await run('apt-get', ['download', 'nats-server'], options).catch(async () => {
      // Container images come without package lists; only root may fetch them.
      await run('apt-get', ['update'], options)
      await run('apt-get', ['download', 'nats-server'], options)
    })
    const archive = readdirSync(cacheFolder).find((name) => name.startsWith('nats-server') && name.endsWith('.deb'))
    if (!archive) throw new Error('apt-get left no package file')
    await run('dpkg', ['-x', archive, '.'], options)
    rmSync(join(cacheFolder, archive))
  } catch (error) {
    throw new Error("Debian's package", { cause: error })
  }
  return join(cacheFolder, 'usr', 'sbin', 'nats-server')
}
