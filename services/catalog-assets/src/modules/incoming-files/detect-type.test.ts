// Shared process: it measures processor time.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import t from 'tap'
import { testFolder } from '../../testing/test-folder.ts'
import { detectType } from './detect-type.ts'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const bytes = (...values: number[]) => Buffer.from(values)

/** The first box of a file, with its major brand and the compatible ones. */
function ftyp(...brands: string[]): Buffer {
  const content = Buffer.from(`0000ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1')
  content.writeUInt32BE(content.length)
  return Buffer.concat([content, Buffer.alloc(64)])
}

const cases: Record<string, [string | Buffer, string]> = {
  'an AVIF': [ftyp('avif', 'mif1', 'miaf'), 'image/avif'],
  'an AVIF of the general brand': [ftyp('mif1', 'avif', 'miaf'), 'image/avif'],
  'an AVIF with a profile as its brand': [ftyp('MA1B', 'miaf', 'avif'), 'image/avif'],
  'an animated AVIF': [ftyp('avis', 'msf1', 'miaf'), 'image/avif'],
  'an animated AVIF of the general brand': [ftyp('msf1', 'iso8', 'avis'), 'image/avif'],
  'an image that is AVIF too': [ftyp('heic', 'mif1', 'avif'), 'image/avif'],
  'a HEIC': [ftyp('heic', 'mif1', 'heic'), 'image/heic'],
  'a HEIC of the general brand': [ftyp('mif1', 'miaf', 'heix'), 'image/heic'],
  'a HEIC sequence': [ftyp('msf1', 'hevc', 'heic'), 'image/heic-sequence'],
  'a HEIF of an unknown codec': [ftyp('mif1', 'miaf'), 'image/heif'],
  'a HEIF sequence of an unknown codec': [ftyp('msf1', 'iso8'), 'image/heif-sequence'],
  'a video with AVIF as its version': [ftyp('isom', 'iso2', 'mp41').fill('avif', 12, 16), 'video/mp4'],
  'a PDF': ['%PDF-1.7\n1 0 obj\n', 'application/pdf'],
  'a PNG': [Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex'), 'image/png'],
  'a JPEG': [bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1), 'image/jpeg'],
  'a GIF that continues as a page': ['GIF89a<html><script>alert(1)</script></html>', 'image/gif'],
  'a gzip': [gzipSync('x'), 'application/gzip'],
  'an SVG': [svg, 'image/svg+xml'],
  'an SVG with everything before it': [
    `\ufeff  <?xml version="1.0"?>\n<!-- <html> --><!DOCTYPE svg PUBLIC "a>b" [<!ENTITY x "y">]>\n<?style x?>${svg}`,
    'image/svg+xml',
  ],
  'an SVG with a prefix': ['<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  'an SVG in capitals': ['<SVG/onload=alert(1)>', 'image/svg+xml'],
  'an SVG in UTF-16': [utf16(`<?xml version="1.0" encoding="utf-16"?>${svg}`), 'image/svg+xml'],
  'a page': ['<!DOCTYPE html><title>x</title>', 'text/html'],
  'a page that is called an image by its sender': ['\n\n<HTML><body>', 'text/html'],
  'a page behind a comment': ['<!-- x --><script>alert(1)</script>', 'text/html'],
  'a page in UTF-16': [utf16('<html></html>'), 'text/html'],
  'a page in XML': ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'text/html'],
  'an image tag': ['<img src=x onerror=alert(1)>', 'text/html'],
  XML: ['<?xml version="1.0"?><a/>', 'application/xml'],
  'XML without a head': ['<prices><price>1</price></prices>', 'application/xml'],
  'XML whose element is far away': [`<?xml version="1.0"?><!--${'x'.repeat(100_000)}--><svg/>`, 'application/xml'],
  'a page behind blanks': [`${' \n\t'.repeat(100)}<script>alert(1)</script>`, 'text/html'],
  'a page behind more blanks than are looked at': [
    `${' '.repeat(100_000)}<html><script>alert(1)</script>`,
    'application/octet-stream',
  ],
  'a page whose first tag is cut by the sample': [
    `${'\n'.repeat(64 * 1024 - 4)}<script>alert(1)</script>`,
    'application/octet-stream',
  ],
  'a page behind a long comment': [`<!--${'x'.repeat(100_000)}--><script>alert(1)</script>`, 'text/html'],
  'a page behind zeros': [`${'\0'.repeat(600)}<html><script>alert(1)</script>`, 'application/octet-stream'],
  'a text behind a comment': ['<!-- x --> Hello', 'text/html'],
  'nothing but blanks': [' \n'.repeat(40), 'text/plain'],
  'a page in the middle of a text': [`Read me.\n${' '.repeat(2_000)}<html><script>alert(1)</script>`, 'text/plain'],
  text: ['a,b;c\n1,2;3\n', 'text/plain'],
  'text with <tags> in it': ['see <script> below', 'text/plain'],
  'less than nothing': ['< 5 and > 3', 'text/plain'],
  'a script': ['#!/bin/sh\necho <html>', 'text/plain'],
  'text that begins like a bitmap': ['BMW price list', 'text/plain'],
  'text that begins like a program': ['MZ is the zone of', 'text/plain'],
  'text of another encoding': [Buffer.from('r\xf8dgr\xf8d med fl\xf8te', 'latin1'), 'text/plain'],
  'text whose last character is cut by the sample': [`${'x'.repeat(64 * 1024 - 1)}æ`, 'text/plain'],
  'bytes that are nothing': [bytes(1, 2, 3, 0, 5), 'application/octet-stream'],
  'a byte': [bytes(0), 'application/octet-stream'],
}

t.test('given a file, when its type is detected, then it depends on the content alone', async (t) => {
  const path = join(await testFolder(t), 'photo.jpg')
  for (const [title, [content, expected]] of Object.entries(cases)) {
    await writeFile(path, content)
    t.equal((await detectType(path)).contentType, expected, title)
  }
})

t.test('given a text that was made to be slow, when its type is detected, then it is fast', async (t) => {
  const path = join(await testFolder(t), 'slow')
  const slow = [
    '<!-- '.repeat(20_000),
    '<!doctype ['.repeat(8_000),
    '<!---->'.repeat(10_000),
    '<?'.repeat(40_000),
    ' '.repeat(100_000),
    '<!doctype x [[]'.repeat(5_000),
  ]
  for (const text of slow) {
    await writeFile(path, text)
    const { ms } = await measureCpuTime(() => detectType(path))
    t.ok(ms < 5_000, `${text.slice(0, 20)}: ${ms} ms`)
  }
})
