import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import type { AssetContext } from './asset-source.ts'
import { addedAssets, replacedAssets } from './incoming-assets.ts'
import { inSortOrder, removedAssets, withMainImage } from './main-image.ts'
import { updatedAssets } from './updated-assets.ts'

const context: AssetContext = {
  now: '2026-01-31T12:00:00.000Z',
  fileFor: () => null,
  fileElsewhere: () => ({
    sha256: 'a'.repeat(64),
    fileName: 'a.png',
    contentType: 'image/png',
    length: 1,
    width: 4,
    height: 3,
  }),
}
type AssetInput = { assetId: string; sortOrder?: number; isMainImage?: boolean }
const newAssets = (sent: readonly AssetInput[]): Asset[] => addedAssets([], { list: '', code: 'P', inputs: sent }, context).assets
const mains = (assets: readonly Asset[]) => assets.filter(({ isMainImage }) => isMainImage).map(({ assetId }) => assetId)
const ids = (assets: readonly Asset[]) => assets.map(({ assetId }) => assetId)

t.test('given assets with sort orders, when they are listed, then those without one are last, equal ones as added', async (t) => {
  const list = newAssets([
    { assetId: 'none' },
    { assetId: 'b', sortOrder: 2 },
    { assetId: 'c', sortOrder: 2 },
    { assetId: 'a', sortOrder: -1 },
  ])
  t.same(ids(list), ['a', 'b', 'c', 'none'])
  t.same(ids(inSortOrder(list.toReversed())), ['a', 'c', 'b', 'none'])
})

t.test(
  'given a main image, when it is removed, then the next in sort order becomes main, after the last the first',
  async (t) => {
    const list = newAssets([
      { assetId: 'a', sortOrder: 1 },
      { assetId: 'b', sortOrder: 2, isMainImage: true },
      { assetId: 'c', sortOrder: 3 },
    ])
    t.same(mains(removedAssets(list, new Set(['b']))), ['c'])
    t.same(mains(removedAssets(list, new Set(['b', 'c']))), ['a'])
    t.same(mains(removedAssets(list, new Set(['a']))), ['b'])
    t.same(mains(removedAssets(list, new Set(['a', 'b', 'c']))), [])
  },
)

t.test('given marks and files that are no images, when the main image is removed, then none of them becomes main', async (t) => {
  const [image, mark, file, other] = newAssets(
    ['main', 'mark', 'file', 'other'].map((assetId, sortOrder) => ({ assetId, sortOrder })),
  )
  const list = [
    { ...image, isMainImage: true },
    { ...mark, contentType: null },
    { ...file, contentType: 'text/plain' },
  ] as Asset[]
  t.same(mains(removedAssets(list, new Set(['main']))), [])
  t.same(mains(removedAssets([...list, other as Asset], new Set(['main']))), ['other'])
})

t.test('given no main image, when an asset is removed, then there is still none', async (t) => {
  t.same(mains(removedAssets(newAssets([{ assetId: 'a' }, { assetId: 'b' }]), new Set(['a']))), [])
})

t.test('given several main images, when one is named, then all others are cleared', async (t) => {
  const after = newAssets([{ assetId: 'a' }, { assetId: 'b' }]).map((asset) => ({ ...asset, isMainImage: true }))
  t.same(mains(withMainImage({ before: after, after, named: 'b' })), ['b'])
  t.same(mains(withMainImage({ before: after, after, named: null })), ['a'])
})

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const sent = fc.record(
  { assetId: id, sortOrder: fc.integer({ min: 0, max: 3 }), isMainImage: fc.boolean() },
  { requiredKeys: ['assetId'] },
)
const request = fc.uniqueArray(sent, { selector: ({ assetId }) => assetId, minLength: 1 })
const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), request }),
  fc.record({ kind: fc.constant('replace' as const), request }),
  fc.record({ kind: fc.constant('update' as const), request }),
  fc.record({ kind: fc.constant('remove' as const), request }),
)

type Command = { kind: 'add' | 'replace' | 'update' | 'remove'; request: AssetInput[] }

function run(before: Asset[], { kind, request }: Command): Asset[] {
  const incoming = { list: '', code: 'P', inputs: request }
  if (kind === 'add') return addedAssets(before, incoming, context).assets
  if (kind === 'replace') return replacedAssets(before, incoming, context).assets
  if (kind === 'update') return updatedAssets(before, request, context).assets
  return removedAssets(before, new Set(request.map(({ assetId }) => assetId)))
}

t.test(
  'given any commands, when they are applied, then there is at most one main image and assets are in sort order',
  async (t) => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 8 }), (commands) => {
        let list: Asset[] = []
        for (const command of commands) {
          const before = list
          list = run(before, command)
          const isSorted = JSON.stringify(ids(inSortOrder(list))) === JSON.stringify(ids(list))
          if (mains(list).length > 1 || !isSorted || new Set(ids(list)).size !== list.length) return false
          const present =
            command.kind === 'update' ? command.request.filter(({ assetId }) => ids(before).includes(assetId)) : command.request
          const named = command.kind === 'remove' ? undefined : present.findLast(({ isMainImage }) => isMainImage)?.assetId
          if (named !== undefined && mains(list)[0] !== named) return false
          const lostMain = mains(before).length === 1 && !ids(list).includes(mains(before)[0] as string)
          if (lostMain && list.length > 0 && mains(list).length !== 1) return false
        }
        return true
      }),
      { numRuns: propertyRuns(300) },
    )
    t.pass('it held')
  },
)
