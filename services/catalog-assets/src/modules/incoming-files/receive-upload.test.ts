import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { keepStream } from '@open-oms/service-kit/files/keep-stream'
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

t.test('given an uploaded image, when it is received, then it has type, size and previews', async (t) => {
  const { upload, leftOvers } = await uploaded(t, await image(800, 400).png().toBuffer(), 'form.jpg')
  const file = await receiveUpload(upload, null)
  t.match(file, { contentType: 'image/png', width: 800, height: 400, fileName: 'form.jpg' })
  t.equal(file.previews.length, 2)
  t.equal(file.sha256, upload.sha256)
  await file.discard()
  t.same(await leftOvers(), [])
})

t.test('given names in query and form, when a file is received, then the query wins, and else the type names it', async (t) => {
  const { upload } = await uploaded(t, '<!DOCTYPE html><script>alert(1)</script>', '../form.jpg')
  t.match(await receiveUpload(upload, '../../query.jpg'), { fileName: 'query.jpg', contentType: 'text/html' })
  t.match(await receiveUpload(upload, ''), { fileName: 'form.jpg' })
  t.match(await receiveUpload({ ...upload, fileName: null }, null), { fileName: 'file.html' })
})

t.test('given an image of too many pixels, when it is received, then it is refused and no file is left', async (t) => {
  const large = await image(10_000, 5_001).png({ compressionLevel: 9 }).toBuffer()
  const { upload, leftOvers } = await uploaded(t, large)
  const refused = { code: 'ValidationFailed', details: { errors: { file: ['is an image of more than 50 megapixels'] } } }
  await t.rejects(receiveUpload(upload, 'a.jpg'), refused)
  t.same(await leftOvers(), [])
})
