import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * A memory of answers by idempotency key in a folder, a file each: for a connector whose provider
 * keeps none. An answer is on the disk before `set` resolves, and is there whole or not at all.
 */
export function keysInFiles(folder: string) {
  const pathFor = (key: string) => {
    const name = createHash('sha256').update(key).digest('hex')
    return join(folder, name.slice(0, 2), `${name}.json`)
  }
  return {
    async get(key: string): Promise<string | null> {
      try {
        return await readFile(pathFor(key), 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async set(key: string, answer: string): Promise<void> {
      const path = pathFor(key)
      await mkdir(dirname(path), { recursive: true })
      const written = `${path}.${randomUUID()}`
      await onDisk(written, (file) => file.writeFile(answer))
      await rename(written, path)
      await onDisk(dirname(path), async () => undefined, 'r')
    },
  }
}

/** Does something with a file or a folder, and has it on the disk at the end. */
async function onDisk(path: string, act: (file: Awaited<ReturnType<typeof open>>) => Promise<void>, flags = 'wx') {
  const file = await open(path, flags)
  try {
    await act(file)
    await file.sync()
  } finally {
    await file.close()
  }
}
