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
  const released = join(archives, 'released')
  await run(process.execPath, ['--conditions=development', join(root, 'tools', 'pack.ts'), '--to', released, '@open-oms/extend'])
  const typebox = await realpath(join(root, 'packages', 'extend', 'node_modules', '@sinclair', 'typebox'))
  // Equal files of an installed package are one; npm leaves out what an archive has as a link.
  await run('tar', ['--hard-dereference', '-czf', join(archives, 'typebox.tgz'), '-C', dirname(typebox), 'typebox'])
  const [extend = ''] = await readdir(join(released, 'npm'))
  const files = [join(released, 'npm', extend), join(archives, 'typebox.tgz')]
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: project })
}
