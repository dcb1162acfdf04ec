import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** The bytes of a stream as a file, in a folder of its own that is deleted with it. */
export type KeptFile = {
  path: string
  /** Bytes. */
  length: number
  /** Of the bytes, in hex. */
  sha256: string
  /** Removes the file with whatever was put beside it. May be called more than once. */
  discard(): Promise<void>
}

/** The stream was longer than it may be. */
export class StreamTooLong extends Error {
  override readonly name = 'StreamTooLong'
}

/** The stream ended in an error; `cause` is that. */
export class StreamBroke extends Error {
  override readonly name = 'StreamBroke'
}

type KeepOptions = {
  /** Where the file's folder is made; made itself where it is missing. */
  folder: string
  bytesMax: number
}

/**
 * Writes a stream to a file piece by piece, hashing it on the way, so that memory does not depend
 * on its length. The stream is never destroyed: its owner may still have to respond on its
 * connection. Throws `StreamTooLong` or `StreamBroke`; nothing is left behind then.
 */
export async function keepStream(stream: Readable, { folder, bytesMax }: KeepOptions): Promise<KeptFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(join(folder, 'file-'))
  const discard = () => rm(own, { recursive: true, force: true })
  try {
    const path = join(own, 'content')
    return { path, ...(await write(path, stream, bytesMax)), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

async function write(path: string, stream: Readable, bytesMax: number): Promise<Pick<KeptFile, 'length' | 'sha256'>> {
  const hash = createHash('sha256')
  let length = 0
  await using file = await open(path, 'wx', 0o600)
  for await (const piece of readPieces(stream)) {
    length += piece.length
    if (length > bytesMax) throw new StreamTooLong(`The stream is longer than ${bytesMax} bytes.`)
    hash.update(piece)
    await file.writeFile(piece)
  }
  return { length, sha256: hash.digest('hex') }
}

/** Distinguishes failures of the stream from failures here, such as a full disk. */
async function* readPieces(stream: Readable): AsyncGenerator<Buffer> {
  const pieces = stream.iterator({ destroyOnReturn: false })
  try {
    while (true) {
      const next = await pieces.next().catch((cause: unknown) => {
        throw new StreamBroke('The stream broke off.', { cause })
      })
      if (next.done === true) return
      yield next.value as Buffer
    }
  } finally {
    await pieces.return?.()
  }
}
