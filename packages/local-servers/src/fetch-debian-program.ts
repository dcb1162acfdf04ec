import { execFile } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Downloads a package of Debian and every package that it needs and the machine lacks, and unpacks
 * them into an empty folder, which needs no root. Programs are then in `usr/bin`, libraries in
 * `usr/lib/<architecture>`.
 */
export async function fetchDebianProgram(name: string, folder: string): Promise<void> {
  const options = { cwd: folder, timeout: 120_000 }
  try {
    const download = async () => {
      // The installer itself says what is missing. It only pretends to install.
      const { stdout } = await run('apt-get', ['--simulate', 'install', '--no-install-recommends', name], options)
      const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, found]) => found as string)
      await run('apt-get', ['download', ...(missing.length === 0 ? [name] : missing)], options)
    }
    await download().catch(async () => {
      // Container images come without package lists; only root may fetch them.
      await run('apt-get', ['update'], options)
      await download()
    })
    const archives = readdirSync(folder).filter((file) => file.endsWith('.deb'))
    for (const archive of archives) {
      await run('dpkg', ['-x', archive, '.'], options)
      rmSync(join(folder, archive))
    }
  } catch (error) {
    throw new Error(`Debian's package ${name}`, { cause: error })
  }
}
