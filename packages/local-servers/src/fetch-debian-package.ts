import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Downloads Debian's package of the nats-server into an empty folder and unpacks it there, which needs no root; its path. */
export async function fetchDebianPackage(folder: string): Promise<string> {
  const options = { cwd: folder, timeout: 60_000 }
  try {
    await run('apt-get', ['download', 'nats-server'], options).catch(async () => {
      // Container images come without package lists; only root may fetch them.
      await run('apt-get', ['update'], options)
      await run('apt-get', ['download', 'nats-server'], options)
    })
    const archive = readdirSync(folder).find((name) => name.startsWith('nats-server') && name.endsWith('.deb'))
    if (!archive) throw new Error('apt-get left no package file')
    await run('dpkg', ['-x', archive, '.'], options)
    return join(folder, 'usr', 'sbin', 'nats-server')
  } catch (error) {
    throw new Error("Debian's package", { cause: error })
  }
}
