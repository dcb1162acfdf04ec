import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Teardown } from './test-database.ts'

export type SmallDisk = {
  folder: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  clear(): Promise<void>
}

/** Mounting takes root, or sudo without a password as build machines have it. */
function asRoot(...command: string[]): void {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  execFileSync(program, args)
}

const CHUNK_BYTES = 64 * 1024

/** A file system of its own in memory, of that many megabytes. */
export async function smallDisk(t: Teardown, megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-disk-'))
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder)
  t.teardown(async () => {
    asRoot('umount', '--lazy', folder)
    await rm(folder, { recursive: true, force: true })
  })
  await chmod(folder, 0o777)
  const filler = join(folder, 'filler')
  const fill = async () => {
    for (const size of [CHUNK_BYTES, 4_096]) await fillBy(filler, size)
  }
  return { folder, fill, clear: () => rm(filler, { force: true }) }
}

async function fillBy(file: string, size: number): Promise<void> {
  await writeFile(file, '', { flag: 'a' })
  for (;;) {
    try {
      await appendFile(file, Buffer.alloc(size, 1))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}
