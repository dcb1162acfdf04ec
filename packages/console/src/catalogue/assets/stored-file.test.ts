import type { Asset } from '@open-oms/client/types'
import t from 'tap'
import { isMark, isPicture, linkTarget, mainPicture, previewUrl, storedFile } from './stored-file.ts'

const url = 'https://shop.example/oms/assets/a%2F1/red%20cup.png?v=abc'

t.test('given the address of a stored file, when it is shown, then it is one of the own origin', async (t) => {
  t.equal(storedFile(url), '/assets/a%2F1/red%20cup.png?v=abc')
  t.equal(storedFile('/assets/a1/cup.png?v=abc'), '/assets/a1/cup.png?v=abc')
  t.equal(previewUrl(url, 160), '/assets/a%2F1/red%20cup.png?v=abc&size=160')
})

t.test('given any other address, when it is to be shown, then nothing of it is loaded', async (t) => {
  for (const other of [null, '', 'https://cdn.example/cup.png', 'https://cdn.example/assets/a1/cup.png', 'javascript:alert(1)']) {
    t.equal(storedFile(other), null, String(other))
    t.equal(previewUrl(other, 640), null, String(other))
  }
})

t.test('given a link, when it would not lead to a web page, then it is none', async (t) => {
  t.equal(linkTarget('https://mark.example/organic'), 'https://mark.example/organic')
  for (const other of [null, 'javascript:alert(1)', 'data:text/html,x']) t.equal(linkTarget(other), null, String(other))
})

t.test('given an asset, when it may carry scripts or is a mark, then it is no picture', async (t) => {
  t.equal(isPicture({ assetType: null, contentType: 'image/png' }), true)
  t.equal(isPicture({ assetType: null, contentType: 'image/svg+xml' }), false)
  t.equal(isPicture({ assetType: 'ExternalCertification', contentType: 'image/png' }), false)
  t.equal(isMark({ assetType: 'ExternalCertification' }), true)
})

t.test(
  'given assets, when one picture is shown in a list, then it is the main one, else the first that can be shown',
  async (t) => {
    const asset = (name: string, contentType: string, isMainImage = false) =>
      ({ url: name, isMainImage, assetType: null, contentType }) as Asset
    const mainImageUrl = 'sent'
    const first = asset('first', 'image/png')
    t.equal(mainPicture({ assets: [first, asset('main', 'image/webp', true)], mainImageUrl }), 'main')
    t.equal(mainPicture({ assets: [asset('text', 'text/plain'), first], mainImageUrl: null }), 'first')
    t.equal(mainPicture({ assets: [asset('main', 'image/svg+xml', true)], mainImageUrl }), null)
    t.equal(mainPicture({ assets: [], mainImageUrl }), 'sent')
  },
)
