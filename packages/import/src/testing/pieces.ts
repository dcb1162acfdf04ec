/** Bytes in pieces of a size, as a file gives them. */
export async function* pieces(content: string | Buffer, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Everything of a stream, as a list. */
export async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
