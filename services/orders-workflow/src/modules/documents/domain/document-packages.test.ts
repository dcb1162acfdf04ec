import t from 'tap'
import { documentConfig, documentOrder, documentRequest } from '../../../testing/documents/document-samples.ts'
import type { DocumentTable } from './document-blocks.ts'
import { documentModel } from './document-model.ts'

const part = { packageLineItemId: '1', quantity: 2, taxRate: 25 }
const lineItems = [
  { lineItemId: '1', code: 'BOX', quantity: 1, placedPrice: 300, taxRate: 25, isPackageProduct: true, isPackageBrokeDown: true },
  { lineItemId: '2', code: 'LAMP', quantity: 1, placedPrice: 50, taxRate: 25 },
  { lineItemId: '3', code: 'CUP', ...part },
  { lineItemId: '4', code: 'POT', ...part },
]
const goodsRows = (template: 'order-confirmation' | 'delivery-note' | 'invoice', lines: object[] = lineItems) => {
  const order = documentOrder({ form: { lineItems: lines, discounts: [] } })
  const { blocks } = documentModel(documentRequest(template, { order, config: documentConfig }))
  const [table] = blocks.flatMap((block) => (block.type === 'table' ? [block] : block.type === 'pair' ? [block.table] : []))
  return (table as DocumentTable).rows
}

t.test('when a package is printed, then its components are below it, and only priced lines show a price', (t) => {
  for (const template of ['order-confirmation', 'invoice'] as const) {
    const rows = goodsRows(template)
    t.same(
      rows.map(({ cells, isIndented }) => [cells[0], isIndented]),
      [
        ['BOX', false],
        ['CUP', true],
        ['POT', true],
        ['LAMP', false],
      ],
    )
    t.match(rows[0]?.cells.at(-1), /300/)
    t.same(rows[1]?.cells.slice(3), ['', '', ''])
    t.match(rows[1]?.cells[2], /2/)
  }
  t.same(
    goodsRows('delivery-note').map(({ cells }) => cells[0]),
    ['BOX', 'CUP', 'POT', 'LAMP'],
  )
  t.end()
})

t.test('given the price on the components, when a package is printed, then it shows none', (t) => {
  const [box, lamp, cup, pot] = lineItems
  const rows = goodsRows('invoice', [
    { ...box, placedPrice: 0 },
    lamp as object,
    { ...cup, placedPrice: 100 },
    { ...pot, placedPrice: 50 },
  ])
  t.same(rows[0]?.cells.slice(3), ['', '', ''])
  t.match(rows[1]?.cells.at(-1), /200/)
  t.end()
})
