import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { keepStream } from '@oms/service-kit/files/keep-stream'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { testFolder } from '../../testing/test-folder.ts'
import { receiveUpload } from './receive-upload.ts'

async function uploaded(t: Test, content: string | Buffer, fileName: string | null = null) {
  const folder = await testFolder(t)
  const kept = await keepStream(Readable.from([Buffer.from(content)]), { folder, bytesMax: 1_000_000 })
  return { upload: { ...kept, fileName }, leftOvers: () => readdir(folder) }
}

const image = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'red' } })

t.test('an uploaded image has its type, size and previews', async (t) => {
  const { upload, leftOvers } = await uploaded(t, await image(800, 400).png().toBuffer(), 'form.jpg')
  const file = await receiveUpload(upload, null)
  t.match(file, { contentType: 'image/png', width: 800, height: 400, fileName: 'form.jpg' })
  t.equal(file.previews.length, 2)
  t.equal(file.sha256, upload.sha256)
  await file.discard()
  t.same(await leftOvers(), [])
})

t.test('the name of the query precedes that of the form; without either the type names the file', async (t) => {
  const { upload } = await uploaded(t, '<!DOCTYPE html><script>alert(1)</script>', '../form.jpg')
  t.match(await receiveUpload(upload, '../../query.jpg'), { fileName: 'query.jpg', contentType: 'text/html' })
  t.match(await receiveUpload(upload, ''), { fileName: 'form.jpg' })
  t.match(await receiveUpload({ ...upload, fileName: null }, null), { fileName: 'file.html' })
})

t.test('a broken or too large image is 400 and leaves no file', async (t) => {
  const whole = await image(300, 300).jpeg().toBuffer()
  const large = await image(10_000, 5_001).png({ compressionLevel: 9 }).toBuffer()
  for (const [content, text] of [
    [whole.subarray(0, 30), 'is an image that is broken'],
    [large, 'is an image of more than 50 megapixels'],
  ] as const) {
    const { upload, leftOvers } = await uploaded(t, content)
    await t.rejects(receiveUpload(upload, 'a.jpg'), { code: 'ValidationFailed', details: { errors: { file: [text] } } }, text)
    t.same(await leftOvers(), [])
  }
})
