import fc from 'fast-check'
import t from 'tap'
import {
  dayIn,
  isOn,
  onlyText,
  parseAddressSearch,
  stringifyAddressSearch,
  textIn,
  textsIn,
  wholeNumberIn,
} from './address-search.ts'
import { readProductListView } from './catalogue/catalogue-view.ts'
import { readDayView, readPostingView, readZReportListView } from './money/money-view.ts'
import { readOrderView } from './orders/order-view.ts'
import { readStockView } from './stock/stock-view.ts'
import { readDeadLetterView } from './work/dead-letter-view.ts'
import { readRunView } from './work/run-view.ts'

t.test('given texts that are numbers, truths or nothing in JSON, when an address has them, then they stay texts', async (t) => {
  const texts = [
    '373123456789012345',
    '142',
    '0142',
    '1e5',
    '1.50',
    '-0',
    'true',
    'null',
    '{}',
    '[1]',
    '+47 900',
    'a b&c=d',
    '"',
    '"x',
  ]
  for (const text of texts) {
    const address = `?${new URLSearchParams({ text, store: text, sku: text, at: text, letter: text, contains: text })}`
    const raw = parseAddressSearch(address)
    t.equal(readOrderView(raw).text, text)
    t.equal(readStockView(raw).sku, text)
    t.equal(readProductListView(raw).contains, text)
    t.equal(readDayView(raw).store, text)
    t.equal(readDeadLetterView(raw).letter, text)
  }
  t.same(readOrderView(parseAddressSearch('?store=142&type=1')), { store: ['142'], type: '1' })
  t.same(readRunView(parseAddressSearch('?store=142&store=0143')), { store: ['142', '0143'] })
})

t.test('when a view is written to an address and read, then it is the same, whatever its texts are', async (t) => {
  const odd = fc.constantFrom('1001', '"1001"', '[1]', '["a"]', 'true', 'null', '"', '""', '\\"1"', '__proto__')
  const text = fc.oneof(odd, fc.string({ minLength: 1, unit: 'grapheme' }))
  const search = fc.dictionary(
    fc.oneof(fc.constantFrom('text', '__proto__'), fc.string({ minLength: 1 })),
    fc.oneof(text, fc.array(text, { minLength: 2 })),
  )
  const isKept = fc.property(search, (view) => {
    const read = parseAddressSearch(stringifyAddressSearch(view))
    return JSON.stringify(Object.entries(read)) === JSON.stringify(Object.entries(view))
  })
  t.doesNotThrow(() => fc.assert(isKept))
})

t.test('given a link of an earlier version, when it is opened, then it shows the same', async (t) => {
  const { text, status, store, errors } = readOrderView(
    parseAddressSearch('?text=%221001%22&status=%5B%22New%22%2C%22Picking%22%5D&store=%5B%22142%22%5D&errors=true'),
  )
  t.same({ text, status, store, errors }, { text: '1001', status: ['New', 'Picking'], store: ['142'], errors: true })
  t.same(readZReportListView(parseAddressSearch('?store=%22142%22&page=3')), { store: '142', page: 3 })
  t.same(readPostingView(parseAddressSearch('?line=4')), { line: 4 })
})

t.test('when a view is written to an address, then absent fields are left out and lists repeat their name', async (t) => {
  t.equal(stringifyAddressSearch({ a: undefined, b: null, c: [] }), '')
  t.equal(
    stringifyAddressSearch({ text: '1001', status: ['New', 'A B'], errors: true, page: 2 }),
    '?text=1001&status=New&status=A+B&errors=true&page=2',
  )
})

t.test('when fields of an address are read, then only what they can be is taken', async (t) => {
  t.same(
    [textIn('a'), textIn(''), textIn(['a', 'b']), textIn(1), textIn(undefined)],
    ['a', undefined, undefined, undefined, undefined],
  )
  t.same(
    [textsIn('a'), textsIn(['a', '', 'b']), textsIn(undefined), textsIn('[1,"b"]'), textsIn('[x')],
    [['a'], ['a', 'b'], [], ['1', 'b'], ['[x']],
  )
  t.same([isOn('true'), isOn(true), isOn('yes'), isOn(undefined)], [true, true, false, false])
  t.same(
    [
      wholeNumberIn('3', 2),
      wholeNumberIn('1', 2),
      wholeNumberIn('1.5', 1),
      wholeNumberIn('9'.repeat(20), 1),
      wholeNumberIn('', 0),
    ],
    [3, undefined, undefined, undefined, undefined],
  )
  t.same([dayIn('2026-03-01'), dayIn('2026-02-32'), dayIn('soon')], ['2026-03-01', undefined, undefined])
})

t.test('given an address that has one text, when it is read, then everything else is left out', async (t) => {
  const read = onlyText('draft')
  t.same(read({ draft: 'cart-1', other: 'x' }), { draft: 'cart-1' })
  for (const draft of ['', ['a', 'b'], undefined, 7]) t.same(read({ draft }), {})
})
