import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemporaryNats } from '@open-oms/local-servers/temporary-nats'

/** The first block of the file of a stream. */
async function firstBlock({ streamsFolder }: TemporaryNats, stream: string): Promise<string> {
  const folder = join(streamsFolder, 'jetstream', '$G', 'streams', stream, 'msgs')
  const blocks = (await readdir(folder)).filter((name) => name.endsWith('.blk'))
  const [first] = blocks.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  if (first === undefined) throw new Error(`The stream ${stream} has no block.`)
  return join(folder, first)
}

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.write(bytes, 0, bytes.length, at)
  } finally {
    await handle.close()
  }
}

/** Changes a few bytes of a stored message, where it has that text; its checksum is wrong then. */
export async function damageMessage(server: TemporaryNats, stream: string, text: string): Promise<void> {
  const file = await firstBlock(server, stream)
  const at = (await readFile(file)).indexOf(text)
  if (at < 0) throw new Error(`No message of ${stream} has the text ${text}.`)
  await overwrite(file, at, Buffer.alloc(text.length, 0x7e))
}

/** Overwrites the middle third of the first block of a stream with noise. */
export async function damageBlock(server: TemporaryNats, stream: string): Promise<void> {
  const file = await firstBlock(server, stream)
  const { length } = await readFile(file)
  const noise = Buffer.from(Array.from({ length: Math.floor(length / 3) }, (_, index) => (index * 7_919 + 13) % 251))
  await overwrite(file, Math.floor(length / 3), noise)
}
