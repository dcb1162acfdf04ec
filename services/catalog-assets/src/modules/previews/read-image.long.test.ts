// Shared process: it measures processor time.
import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { heicPhoto } from '../../testing/heic-photo.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { type ImageFacts, readImage } from './read-image.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

async function writeTestFile(t: Test, content: Buffer): Promise<string> {
  const path = join(await testFolder(t), 'content')
  await writeFile(path, content)
  return path
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** A PNG of a few bytes that says it is of that size. */
function pngBomb(width: number, height: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** What is read of an image that is not refused. */
async function readAccepted(path: string, contentType: string): Promise<ImageFacts> {
  const image = await readImage(path, contentType)
  if ('refused' in image) throw new Error(image.refused)
  return image
}

t.test('given a photo, when it is read, then it has two previews that fit into their squares', async (t) => {
  const path = await writeTestFile(t, await picture(2_000, 1_000).jpeg().toBuffer())
  const { width, height, previews } = await readAccepted(path, 'image/jpeg')
  t.same([width, height], [2_000, 1_000])
  t.same(previews.map(({ size }) => size).sort(), [160, 640])
  for (const { size, path: preview, length } of previews) {
    const made = await sharp(preview).metadata()
    t.match(made, { format: 'webp', width: size, height: size / 2 })
    t.ok(length > 0 && dirname(preview) === dirname(path))
  }
})

t.test('given an image smaller than a preview, when it is read, then it is not enlarged', async (t) => {
  const { previews } = await readAccepted(await writeTestFile(t, await picture(100, 20).png().toBuffer()), 'image/png')
  for (const { path } of previews) t.match(await sharp(path).metadata(), { width: 100, height: 20 })
  const tall = await readAccepted(await writeTestFile(t, await picture(10, 3_000).webp().toBuffer()), 'image/webp')
  t.match(await sharp(tall.previews.find(({ size }) => size === 160)?.path).metadata(), { width: 1, height: 160 })
})

t.test('given a rotated photo with a location, when it is read, then previews are upright and without location', async (t) => {
  const sideways = await picture(400, 200)
    .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { width, height, previews } = await readAccepted(await writeTestFile(t, sideways), 'image/jpeg')
  t.same([width, height], [200, 400])
  for (const { path } of previews) {
    const made = await sharp(path).metadata()
    t.ok((made.height ?? 0) > (made.width ?? 0))
    t.equal(made.exif, undefined)
  }
})

t.test('given an animation, when it is read, then its preview is the first frame', async (t) => {
  const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 255), Buffer.alloc(40 * 40 * 3, 0)])
  for (const format of ['gif', 'webp'] as const) {
    const moving = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } as never })
      [format]({ loop: 0, delay: [100, 100] })
      .toBuffer()
    t.equal((await sharp(moving).metadata()).pages, 2)
    const { width, height, previews } = await readAccepted(await writeTestFile(t, moving), `image/${format}`)
    t.same([width, height], [40, 40])
    const { data, info } = await sharp(previews[0]?.path).raw().toBuffer({ resolveWithObject: true })
    t.match(info, { width: 40, height: 40 })
    t.ok((data[0] ?? 0) > 240, 'the first is white')
  }
})

t.test('given an image of a supported format, when it is read, then it has previews', async (t) => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const) {
    const content = await picture(64, 32).toFormat(format).toBuffer()
    const { width, height, previews } = await readAccepted(await writeTestFile(t, content), `image/${format}`)
    t.same([width, height, previews.length], [64, 32, 2], format)
  }
  const cmyk = await picture(64, 32).toColourspace('cmyk').jpeg().toBuffer()
  t.equal((await readAccepted(await writeTestFile(t, cmyk), 'image/jpeg')).previews.length, 2, 'CMYK')
})

t.test('given an image of more than 50 megapixels, when it is read, then it is refused before it is decoded', async (t) => {
  const refused = { refused: 'is an image of more than 50 megapixels' }
  for (const [width, height, reason] of [
    [10_000, 5_001, refused],
    [65_535, 65_535, refused],
    [2_000_000_000, 1, { refused: /^is an image/ }],
  ] as const) {
    const path = await writeTestFile(t, pngBomb(width, height))
    t.match(await readImage(path, 'image/png'), reason, `${width} × ${height}`)
    t.same(await readdir(dirname(path)), ['content'])
  }
  const gif = await picture(10, 10).gif().toBuffer()
  gif.writeUInt16LE(65_000, 6)
  gif.writeUInt16LE(65_000, 8)
  t.match(await readImage(await writeTestFile(t, gif), 'image/gif'), refused, 'a small frame on a huge screen')
  const bmp = Buffer.alloc(54)
  bmp.write('BM')
  bmp.writeUInt32LE(40, 14)
  bmp.writeUInt32LE(8_000, 18)
  bmp.writeInt32LE(-8_000, 22)
  t.match(await readImage(await writeTestFile(t, bmp), 'image/bmp'), refused, 'also where nothing would decode it')
  bmp.writeInt32LE(-1_000, 22)
  t.same(await readImage(await writeTestFile(t, bmp), 'image/bmp'), { width: 8_000, height: 1_000, previews: [] })
  // Found in a review: the size of JPEG XL, which browsers show, was not read. A codestream: 30
  // bits of height, then "as wide as high".
  const jxl = (height: number) => {
    const size = 0b110n | (BigInt(height - 1) << 3n) | (1n << 33n)
    const content = Buffer.alloc(64)
    content.writeUInt16BE(0xff0a)
    content.writeBigUInt64LE(size, 2)
    return content
  }
  t.match(await readImage(await writeTestFile(t, jxl(8_000)), 'image/jxl'), refused)
  t.same(await readImage(await writeTestFile(t, jxl(7_000)), 'image/jxl'), { width: 7_000, height: 7_000, previews: [] })
})

t.test('given an image that the decoder does not take, when it is read, then it has a size and no previews', async (t) => {
  const whole = await sharp({
    create: { width: 300, height: 300, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg()
    .toBuffer()
  const turned = await picture(60, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const undecoded: [Buffer, string, number | null, number | null][] = [
    [whole.subarray(0, whole.length / 2), 'image/jpeg', 300, 300],
    [turned.subarray(0, turned.length - 40), 'image/jpeg', 30, 60],
    [whole.subarray(0, 20), 'image/jpeg', null, null],
    [pngBomb(100, 100), 'image/png', 100, 100],
    [Buffer.from('GIF89a'), 'image/gif', null, null],
    [heicPhoto({ brands: ['avif', 'mif1'], width: 9, height: 8 }).subarray(0, 60), 'image/avif', null, null],
  ]
  for (const [content, type, width, height] of undecoded)
    t.same(await readImage(await writeTestFile(t, content), type), { width, height, previews: [] }, `${type} ${content.length}`)
})

t.test('given a HEIC photo that is turned, when it is read, then its size is that of the picture as it is shown', async (t) => {
  for (const [quarters, width, height] of [
    [0, 400, 300],
    [1, 300, 400],
    [2, 400, 300],
    [3, 300, 400],
  ] as const) {
    const photo = heicPhoto({ width: 400, height: 300, quarters })
    t.same(await readImage(await writeTestFile(t, photo), 'image/heic'), { width, height, previews: [] }, `${quarters}`)
    // libheif reads no file without a configuration of the codec.
    photo.write('free', photo.indexOf('hvcC'))
    t.same(
      await readImage(await writeTestFile(t, photo), 'image/heic'),
      { width, height, previews: [] },
      `${quarters} without it`,
    )
  }
  const huge = heicPhoto({ width: 8_000, height: 8_000 })
  t.match(await readImage(await writeTestFile(t, huge), 'image/heic'), { refused: 'is an image of more than 50 megapixels' })
})

t.test('given an AVIF file, when it is read, then it is upright whatever its major brand', async (t) => {
  const turned = await picture(64, 32).withMetadata({ orientation: 6 }).avif().toBuffer()
  for (const brand of ['avif', 'mif1', 'msf1', 'avis', 'MA1B']) {
    turned.write(brand, 8)
    const { width, height, previews } = await readAccepted(await writeTestFile(t, turned), 'image/avif')
    t.same([width, height, previews.length], [32, 64, 2], brand)
    t.match(await sharp(previews[0]?.path).metadata(), { format: 'webp', width: 32, height: 64 })
  }
})

t.test('given a file that is no raster image, when it is read, then it has neither size nor previews', async (t) => {
  const none = { width: null, height: null, previews: [] }
  t.same(await readImage(await writeTestFile(t, Buffer.from('%PDF-1.7')), 'application/pdf'), none)
  t.same(
    await readImage(await writeTestFile(t, Buffer.from('8BPS')), 'image/vnd.adobe.photoshop'),
    none,
    'a header that is not there',
  )
})

t.test('given a large image, when it is decoded, then the main thread is not blocked', async (t) => {
  const path = await writeTestFile(t, await picture(7_000, 7_000).jpeg().toBuffer())
  const { ms, mainThreadMs } = await measureCpuTime(() => readImage(path, 'image/jpeg'))
  t.ok(mainThreadMs < ms / 2, `${mainThreadMs} of ${ms} ms were taken from the others`)
})

t.test('given an SVG image, when it is read, then width and height are those of its root, else of its box', async (t) => {
  const sizes: [string, [number, number] | null][] = [
    ['<svg xmlns="x" width="30" height="20px"><rect width="9" height="9"/></svg>', [30, 20]],
    ["<?xml version='1.0'?>\n<!-- <svg width='1' height='1'> --><svg width='10mm' height='1in'/>", [38, 96]],
    ['<svg width="100%" height="100%" viewBox="0 0 30.4 20"/>', [30, 20]],
    ['<svg width="auto" height="40" viewBox="0,0,10,20"/>', [20, 40]],
    ['<svg stroke-width="7" width="3" viewBox="0 0 60 20"/>', [3, 1]],
    ['<svg xmlns="x"><script>alert(1)</script></svg>', null],
    ['<svg width="1e30" height="1"/>', null],
    ['<svg viewBox="0 0 -1 5"/>', null],
    [`${'<svg '.repeat(50_000)}<!--`, null],
  ]
  for (const [text, size] of sizes) {
    const { width, height, previews } = await readAccepted(await writeTestFile(t, Buffer.from(text)), 'image/svg+xml')
    t.same([width, height, previews], [...(size ?? [null, null]), []], text.slice(0, 80))
  }
})
