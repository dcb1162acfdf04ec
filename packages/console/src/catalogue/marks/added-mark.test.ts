import type { Asset } from '@open-oms/client/types'
import t from 'tap'
import { addedMark } from './added-mark.ts'

const entered = { assetId: 'ORGANIC', externalUrl: 'https://marks.example/1', name: 'Organic', description: '' }

t.test('given a mark that nothing carries, when it is added, then it is what was entered', async (t) => {
  t.strictSame(addedMark(entered, null), {
    assetId: 'ORGANIC',
    assetType: 'ExternalCertification',
    externalUrl: 'https://marks.example/1',
    name: 'Organic',
    description: null,
  })
})

t.test('given a mark that others carry, when it is added, then it has their link and texts', async (t) => {
  const known = {
    ...{ assetId: 'ORGANIC', externalUrl: 'https://marks.example/known', name: 'Known', description: 'Certified' },
    ...{ altText: 'A leaf', purpose: null, sortOrder: 3, properties: [], url: 'x', length: 0, parentId: 'CUP' },
  } as unknown as Asset
  t.strictSame(addedMark({ ...entered, externalUrl: '' }, known), {
    assetId: 'ORGANIC',
    assetType: 'ExternalCertification',
    externalUrl: 'https://marks.example/known',
    name: 'Known',
    description: 'Certified',
    altText: 'A leaf',
    purpose: null,
    sortOrder: 3,
    properties: [],
  })
})
