import { execFile } from 'node:child_process'
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.ts'

const run = promisify(execFile)

/** The programs of the repository, such as `tsc`. */
export const bin = join(root, 'node_modules', '.bin')

/**
 * Packs what an extension needs as it is published, and the package that this needs, into a folder,
 * and installs it in a project from there alone.
 */
export async function installPacked(project: string, archives: string): Promise<void> {
  for (const name of ['contracts', 'extend']) {
    const folder = join(root, 'packages', name)
    await run(join(bin, 'tsc'), ['-p', join(folder, 'tsconfig.build.json')])
    await run(join(bin, 'pnpm'), ['--dir', folder, 'pack', '--out', join(archives, `${name}.tgz`)])
  }
  const typebox = await realpath(join(root, 'packages', 'extend', 'node_modules', '@sinclair', 'typebox'))
  // Equal files of an installed package are one; npm leaves out what an archive has as a link.
  await run('tar', ['--hard-dereference', '-czf', join(archives, 'typebox.tgz'), '-C', dirname(typebox), 'typebox'])
  const files = (await readdir(archives)).filter((file) => file.endsWith('.tgz')).map((file) => join(archives, file))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: project })
}
