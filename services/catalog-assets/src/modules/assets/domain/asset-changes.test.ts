import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import t from 'tap'
import { assetChanges } from './asset-changes.ts'
import { assetUrl, storedAssetFile } from './asset-file.ts'

const [one, two] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string]
const asset = (assetId: string, sha256: string | null): Asset =>
  ({
    assetId,
    assetType: sha256 === null ? 'ExternalCertification' : null,
    fileName: 'a.png',
    contentType: 'image/png',
    length: 1,
    url:
      sha256 === null
        ? `https://marks.example/?v=${one}`
        : assetUrl(assetId, { sha256, fileName: 'a.png', contentType: 'image/png', length: 1, width: 4, height: 3 }),
  }) as Asset
const carrier = (owner: string, ...assets: Asset[]) => ({ owner, code: owner, assets })

t.test('given a link whose address looks like ours, when its file is looked for, then it has none', async (t) => {
  t.equal(storedAssetFile(asset('m', null)), null)
  t.match(storedAssetFile(asset('a', one)), { sha256: one, fileName: 'a.png' })
})

t.test('given lists of assets before and after, when they are compared, then changed assets and files are named', async (t) => {
  const before = [carrier('product:P', asset('kept', one), asset('replaced', one), asset('gone', two), asset('link', null))]
  const after = [carrier('product:P', asset('kept', one), asset('replaced', two), asset('new', one), asset('link', null))]
  const { used, unused, stored, deleted } = assetChanges(before, after)
  t.same(
    used.map(({ assetId, sha256 }) => [assetId, sha256]),
    [
      ['replaced', two],
      ['new', one],
    ],
  )
  t.same(
    unused.map(({ assetId, sha256 }) => [assetId, sha256]),
    [
      ['replaced', one],
      ['gone', two],
    ],
  )
  t.same([stored.map(({ assetId }) => assetId), deleted.map(({ assetId }) => assetId)], [['replaced', 'new'], ['gone']])
})

t.test('given an asset of product and variant, when it leaves the variant only, then it is not deleted', async (t) => {
  const before = [carrier('product:P', asset('a', one)), carrier('variant:S', asset('a', one))]
  const { deleted, unused, isEmpty } = assetChanges(before, [carrier('product:P', asset('a', one))])
  t.same([deleted, unused, isEmpty], [[], [{ owner: 'variant:S', assetId: 'a', sha256: one }], false])
})

t.test('given the same assets before and after, when they are compared, then there is no change', async (t) => {
  const carriers = [carrier('product:P', asset('a', one), asset('link', null))]
  t.equal(assetChanges(carriers, carriers).isEmpty, true)
})
