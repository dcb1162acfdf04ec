import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
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
  const lists = join(folder, 'apt')
  try {
    const download = async (...own: string[]) => {
      // The installer itself says what is missing. It only pretends to install.
      const simulate = [...own, '--simulate', 'install', '--no-install-recommends', name]
      const { stdout } = await run('apt-get', simulate, options)
      const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, found]) => found ?? [])
      await run('apt-get', [...own, 'download', ...(missing.length === 0 ? [name] : missing)], options)
    }
    await download().catch(async () => {
      // Container images come without package lists, and those of the machine only root may fetch.
      for (const part of ['lists', 'cache/archives']) mkdirSync(join(lists, part, 'partial'), { recursive: true })
      const own = ['-o', `Dir::State::Lists=${join(lists, 'lists')}`, '-o', `Dir::Cache=${join(lists, 'cache')}`]
      await run('apt-get', [...own, 'update'], options)
      await download(...own)
    })
    rmSync(lists, { recursive: true, force: true })
    const archives = readdirSync(folder).filter((file) => file.endsWith('.deb'))
    for (const archive of archives) {
      await run('dpkg', ['-x', archive, '.'], options)
      rmSync(join(folder, archive))
    }
  } catch (error) {
    throw new Error(`Debian's package ${name}`, { cause: error })
  }
}
