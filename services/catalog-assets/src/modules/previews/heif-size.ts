type Box = { type: string; content: Buffer }

/** The boxes of a content, up to one that is cut off; a size of 0 means the rest. */
function* iterateBoxes(content: Buffer): Generator<Box> {
  for (let start = 0; start + 8 <= content.length; ) {
    const short = content.readUInt32BE(start)
    const isLong = short === 1 && start + 16 <= content.length
    const size = isLong ? Number(content.readBigUInt64BE(start + 8)) : short === 0 ? content.length - start : short
    if (size < 8) return
    const type = content.toString('latin1', start + 4, start + 8)
    yield { type, content: content.subarray(start + (isLong ? 16 : 8), start + size) }
    start += size
  }
}

function findBox(content: Buffer | undefined, type: string): Buffer | undefined {
  for (const box of iterateBoxes(content ?? Buffer.alloc(0))) if (box.type === type) return box.content
  return undefined
}

/** Version and flags, which begin some boxes. */
const FULL_BOX_BYTES = 4

/**
 * The numbers from 1, within `ipco`, of the properties of an item (ISO/IEC 23008-12, 9.3.2); empty
 * for an item without.
 */
function itemProperties(ipma: Buffer, itemId: number): number[] {
  const idBytes = (ipma[0] ?? 0) === 0 ? 2 : 4
  const isWide = ((ipma[3] ?? 0) & 1) === 1
  let at = FULL_BOX_BYTES + 4
  for (let left = ipma.readUInt32BE(FULL_BOX_BYTES); left > 0; left--) {
    const id = ipma.readUIntBE(at, idBytes)
    const count = ipma.readUInt8(at + idBytes)
    at += idBytes + 1
    const numbers = Array.from({ length: count }, (_, index) =>
      isWide ? ipma.readUInt16BE(at + index * 2) & 0x7fff : ipma.readUInt8(at + index) & 0x7f,
    )
    if (id === itemId) return numbers
    at += count * (isWide ? 2 : 1)
  }
  return []
}

/**
 * Width and height, in pixels, of the main picture of a HEIF or AVIF file, as it is shown: turned
 * by quarters where the file says so, not cropped (assets.md#file-types). Null when the boxes are
 * not in the given beginning of the file.
 */
export function heifSize(beginning: Buffer): { width: number; height: number } | null {
  try {
    const meta = findBox(beginning, 'meta')?.subarray(FULL_BOX_BYTES)
    const iprp = findBox(meta, 'iprp')
    const [pitm, ipma] = [findBox(meta, 'pitm'), findBox(iprp, 'ipma')]
    if (pitm === undefined || ipma === undefined) return null
    const itemId = pitm.readUIntBE(FULL_BOX_BYTES, pitm[0] === 0 ? 2 : 4)
    const all = [...iterateBoxes(findBox(iprp, 'ipco') ?? Buffer.alloc(0))]
    const properties = itemProperties(ipma, itemId).map((number) => all[number - 1])
    const ispe = properties.find((box) => box?.type === 'ispe')?.content
    if (ispe === undefined) return null
    const size = [ispe.readUInt32BE(FULL_BOX_BYTES), ispe.readUInt32BE(FULL_BOX_BYTES + 4)] as const
    const quarters = properties.find((box) => box?.type === 'irot')?.content.readUInt8(0) ?? 0
    const [width, height] = quarters % 2 === 0 ? size : [size[1], size[0]]
    return { width, height }
  } catch {
    return null
  }
}
