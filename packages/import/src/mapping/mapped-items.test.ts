import t from 'tap'
import { kinds } from '../kinds.ts'
import { decodeText } from '../reading/decode-text.ts'
import { readCsv } from '../reading/read-csv.ts'
import { collectItems, pieces } from '../testing/pieces.ts'
import { csvWriter } from '../writing/csv-writer.ts'
import { compileMapping, mappedItems, mappingOfHeadings, readMapping, toItemProblems } from './mapped-items.ts'
import type { MappingFile } from './mapping-file.ts'

const items = (content: string, mapping: MappingFile, kind = kinds.orders) =>
  collectItems(mappedItems(readCsv(decodeText(pieces(content))), compileMapping(kind, mapping)))

const mapping: MappingFile = {
  groupBy: 'No',
  constants: { storeId: 'Oslo-01', 'properties[Origin]': 'old', 'orderForm.lineItems[].taxRate': '25' },
  columns: [
    { column: 'No', path: 'OrderNumber', required: true },
    { column: 'Date', path: 'created', format: 'dd.MM.yyyy', zone: 'Europe/Oslo' },
    { column: 'SKU', path: 'orderForm.lineItems[].code' },
    { column: 'Qty', path: 'orderForm.lineItems[].quantity', decimalMark: ',' },
    { column: 'City', path: 'billingAddress.city' },
  ],
}

t.test('given rows of an order that follow each other, when they are mapped, then they are its lines', async (t) => {
  const found = await items('No;Date;SKU;Qty;City\n7;01.02.2024;A;1,5;Oslo\n7;;B;2;\n;;C;1;\n8;02.02.2024;A;1;Bergen\n', mapping)
  t.equal(found.length, 2)
  t.same(found[0]?.item, {
    storeId: 'Oslo-01',
    properties: [{ key: 'Origin', value: 'old' }],
    orderNumber: '7',
    created: '2024-01-31T23:00:00.000Z',
    billingAddress: { city: 'Oslo' },
    orderForm: {
      lineItems: [
        { taxRate: 25, code: 'A', quantity: 1.5 },
        { taxRate: 25, code: 'B', quantity: 2 },
        { taxRate: 25, code: 'C', quantity: 1 },
      ],
    },
  })
})

t.test(
  'given wrong cells and a later refusal, when an order is mapped, then each problem has the line and column of its cell',
  async (t) => {
    const [bad] = await items('No;Date;SKU;Qty;City\n7;yesterday;A;1;x\n7;;B;two;\n7;;C;1;;;9\n', mapping)
    t.match(bad?.problems, [
      { line: 4, column: null, reason: /has 7 cells/ },
      { line: 2, column: 'Date', path: 'created', reason: /is not a date/ },
      { line: 3, column: 'Qty', path: 'orderForm.lineItems[].quantity', reason: /is not a number/ },
    ])
    const [good] = await items('No;Date;SKU;Qty;City\n7;01.02.2024;A;1;x\n7;;B;-2;\n', mapping)
    t.match(
      toItemProblems(good!.origin, {
        'orderForm.lineItems[1].quantity': ['must be above 0'],
        'billingAddress.city': ['no'],
        'x.y': ['?'],
      }),
      [
        { line: 3, column: 'Qty', reason: 'must be above 0' },
        { line: 2, column: 'City' },
        { line: 2, column: null, path: 'x.y' },
      ],
    )
  },
)

t.test('given a file without a column of the mapping, when it is mapped, then it is refused and says what it has', async (t) => {
  await t.rejects(items('No;SKU\n1;A\n', mapping), { message: /lacks the columns "Date", "Qty", "City".*It has: No, SKU/ })
})

t.test('given a mapping with mistakes, when it is compiled, then every mistake is named', async (t) => {
  const wrong = {
    columns: [
      { column: 'A', path: 'nothing' },
      { column: 'B', path: 'orderForm.lineItems[].nope' },
    ],
    constants: { total: 'x' },
  }
  t.throws(() => compileMapping(kinds.orders, wrong), {
    message: /columns\/0.*"nothing".*columns\/1.*constants\/total.*not a number/s,
  })
  const twoLists = {
    columns: [
      { column: 'A', path: 'tags[]' },
      { column: 'B', path: 'orderForm.lineItems[].code' },
    ],
  }
  t.throws(() => compileMapping(kinds.orders, twoLists), { message: /only one list/ })
  t.throws(() => readMapping({ columns: [{ column: 'A' }], extra: 1 }), { message: /\/extra.*|\/columns\/0\/path/s })
})

t.test('given headings that are property paths, when items are written and read, then they are the same', async (t) => {
  const headings = ['id', 'orderForm.lineItems[].code', 'orderForm.lineItems[].quantity', 'tags', 'customerName', 'isReadOnly']
  const compiled = compileMapping(kinds.orders, mappingOfHeadings(headings, kinds.orders))
  const orders = [
    {
      id: 'A;"1',
      tags: ['x', 'y'],
      customerName: '=cmd()',
      isReadOnly: true,
      orderForm: {
        lineItems: [
          { code: 'a\nb', quantity: 1.5 },
          { code: '-c', quantity: 2 },
        ],
      },
    },
    { id: 'B', tags: ['z'], customerName: "it's", isReadOnly: false, orderForm: { lineItems: [{ code: 'd', quantity: 3 }] } },
  ]
  for (const delimiter of [',', ';']) {
    const writer = csvWriter(compiled, { delimiter })
    const content = writer.begin + orders.map(writer.write).join('')
    t.match(content, /'=cmd\(\)/)
    const found = await collectItems(mappedItems(readCsv(decodeText(pieces(content))), compiled))
    t.same(
      found.map(({ item }) => item),
      orders,
    )
  }
  t.throws(() => mappingOfHeadings(['Sku'], kinds.stock), { message: /"Sku"/ })
})
