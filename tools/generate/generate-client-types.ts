/**
 * Writes the types of the client, which are made from the contracts, with the generator of its
 * package.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const generator = join(import.meta.dirname, '..', '..', 'packages', 'client', 'generate-types.ts')

/**
 * Returns the paths that were written. The files are not committed, so that `check` has nothing to
 * compare.
 */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  if (check) return []
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=development', generator], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of the client could not be made.\n${stderr}`)
  return stdout.split('\n').filter((line) => line !== '')
}
