import { ApiError } from '@open-oms/client/errors'
import type { Product } from '@open-oms/client/types'
import t from 'tap'
import {
  addedRow,
  hasSameComponents,
  listPath,
  ownComponents,
  rowError,
  sentComponents,
  toComponentRows,
  withoutRow,
} from './component-edit.ts'

const option = { productId: 'SHIRT', skuId: 'SHIRT-L', priceOffsets: [{ marketId: 'NOR', amount: 10, currency: 'NOK' }] }
const cup = {
  productId: 'CUP',
  quantity: 2,
  componentId: 'cup',
  skuId: null,
  options: [],
  isRequired: true,
  componentName: null,
  shipTogetherWithComponentId: null,
}
const beans = { ...cup, productId: 'BEANS', componentId: null, options: [option], shipTogetherWithComponentId: 'cup' }
const set = {
  productId: 'SET',
  components: [cup, beans],
  variants: [
    { skuId: 'SET-S', components: [] },
    { skuId: 'SET-L', components: [cup] },
  ],
} as unknown as Product

const keys = () => {
  let count = 0
  return () => `row ${count++}`
}

t.test('given components, when one is added and quantities change, then what nobody edits goes along', async (t) => {
  const [first, second] = toComponentRows(ownComponents(set, null), keys())
  const rows = [{ ...first, quantity: 0.5 }, second, addedRow({ productId: 'SHIRT', skuId: 'SHIRT-M' }, 'new')]
  t.strictSame(sentComponents(rows as ReturnType<typeof toComponentRows>), [
    { ...cup, quantity: 0.5 },
    beans,
    { ...cup, productId: 'SHIRT', skuId: 'SHIRT-M', quantity: 1, componentId: null, isRequired: false },
  ])
})

t.test('given a row without a quantity, when the rows are sent, then there is nothing to send yet', async (t) => {
  const [row] = toComponentRows([cup], keys())
  for (const quantity of [null, 0, -1]) t.equal(sentComponents([{ ...(row as NonNullable<typeof row>), quantity }]), null)
})

t.test('given parts that ship together, when one is removed, then the other ships alone', async (t) => {
  const rows = toComponentRows(ownComponents(set, null), keys())
  t.match(withoutRow(rows, 'row 0'), [{ productId: 'BEANS', shipTogetherWithComponentId: null }])
  t.match(withoutRow(rows, 'row 1'), [{ productId: 'CUP' }])
})

t.test('given a refusal, when rows are shown, then each has what is about it', async (t) => {
  const errors = { 'variants[1].components[1].productId': ['does not exist'], 'variants[1].components[10]': ['is bad'] }
  const about = { code: 'ComponentInvalid', message: '', fields: {}, traceId: null, requestId: null, retryAfterMs: null }
  const error = new ApiError({ status: 400, errors, ...about })
  const list = listPath(set, 'SET-L')
  t.same(
    [0, 1, 10].map((index) => rowError(error, list, index)),
    [null, 'does not exist', 'is bad'],
  )
  t.equal(listPath(set, null), 'components')
})

t.test('given two versions of a product, when only texts differ, then their components are the same', async (t) => {
  t.ok(hasSameComponents(set, { ...set, name: 'Other' }))
  t.notOk(hasSameComponents(set, { ...set, components: [cup] }))
  t.notOk(hasSameComponents(set, { ...set, variants: [] }))
})
