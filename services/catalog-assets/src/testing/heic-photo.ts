const text = (value: string) => Buffer.from(value, 'latin1')
const bytes = (...values: number[]) => Buffer.from(values)
const uint32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => bytes(value >>> 24, value >>> 16, value >>> 8, value)))
const box = (name: string, ...content: Buffer[]) => {
  const data = Buffer.concat(content)
  return Buffer.concat([uint32(8 + data.length), text(name), data])
}
/** A box with a version, here without flags. */
const fullBox = (name: string, version: number, ...content: Buffer[]) => box(name, bytes(version, 0, 0, 0), ...content)

/** The decoder configuration of HEVC (ISO/IEC 14496-15, 8.3.3.1) without parameter sets. */
const hvcC = box(
  'hvcC',
  bytes(1, 1),
  uint32(0x60000000),
  Buffer.alloc(6),
  bytes(90, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0),
)

/** How a photo is turned: counter-clockwise quarters, as `irot` counts them. */
type HeicPhoto = { brands?: readonly string[]; width: number; height: number; quarters?: number }

/**
 * The boxes of a photo as phones write it (ISO/IEC 23008-12), with no picture in it: its size and
 * how it is turned can be read, and no decoder takes it.
 */
export function heicPhoto({ brands = ['heic', 'mif1', 'heic'], width, height, quarters = 0 }: HeicPhoto): Buffer {
  const [major = '', ...compatible] = brands
  const ftyp = box('ftyp', text(major), uint32(0), ...compatible.map(text))
  const properties = box('ipco', hvcC, fullBox('ispe', 0, uint32(width, height)), box('irot', bytes(quarters)))
  // One item with the three properties, of which the codec and the turn must be understood.
  const associations = fullBox('ipma', 0, uint32(1), bytes(0, 1, 3, 0x81, 2, 0x83))
  const metaBox = (offset: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint32(0), text('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, bytes(0, 1)),
      fullBox('iloc', 0, bytes(0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1), uint32(offset, 8)),
      fullBox('iinf', 0, bytes(0, 1), fullBox('infe', 2, bytes(0, 1, 0, 0), text('hvc1\0'))),
      box('iprp', properties, associations),
    )
  const start = ftyp.length + metaBox(0).length + 8
  return Buffer.concat([ftyp, metaBox(start), box('mdat', Buffer.alloc(8))])
}
