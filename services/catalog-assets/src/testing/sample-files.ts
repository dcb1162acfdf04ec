import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '../modules/storage/file-store.ts'
import type { FileContent } from '../modules/storage/store-file.ts'

/** A file with that content, as a download gives it. */
export async function sampleFile(folder: string, content: string | Buffer = randomBytes(40)): Promise<FileContent> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const path = join(folder, `${sha256}-${randomBytes(4).toString('hex')}`)
  await writeFile(path, content)
  const length = Buffer.byteLength(content)
  return { path, length, sha256, contentType: 'text/plain', width: null, height: null, previews: [] }
}

/** The same with previews, whose content is of no matter to a store. */
export async function sampleImage(folder: string, content: string | Buffer = randomBytes(40)): Promise<FileContent> {
  const file = await sampleFile(folder, content)
  const previews = []
  for (const size of [640, 160] as const) {
    const { path, length } = await sampleFile(folder, `${file.sha256} ${size}`)
    previews.push({ size, path, length })
  }
  return { ...file, contentType: 'image/png', width: 800, height: 600, previews }
}

/** Every key in the store, in order. */
export async function keysIn(store: FileStore): Promise<string[]> {
  const keys = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
