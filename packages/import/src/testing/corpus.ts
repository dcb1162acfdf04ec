import type { KindName } from '../kinds.ts'
import type { MappingFile } from '../mapping/mapping-file.ts'
import type { SourceFormat } from '../read-source.ts'
import type { ReasonName } from '../reading/reasons.ts'

/** A file as people have them, and what reading it gives. */
export type OddFile = {
  name: string
  kind: KindName
  format?: SourceFormat
  mapping?: MappingFile
  content: string | Uint8Array
  /** The items that can be sent, as far as it says something about them. */
  items?: readonly object[]
  /** Line and reason of each problem. */
  refused?: readonly (readonly [line: number, name: ReasonName])[]
  /** Why the whole file is not read. */
  unreadable?: readonly [line: number, name: ReasonName]
}

const stock = (name: string, content: string | Uint8Array, expected: Partial<OddFile>): OddFile => ({
  ...{ name, kind: 'stock', content },
  ...expected,
})
const orders = (name: string, content: string | Uint8Array, expected: Partial<OddFile>): OddFile => ({
  ...{ name, kind: 'orders', content },
  ...expected,
})
const level = (skuId: string, quantity: number, warehouseCode = 'W') => ({ skuId, warehouseCode, quantity })
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const HEAD = 'skuId,warehouseCode,quantity\n'
const SEMICOLONS = 'skuId;warehouseCode;quantity\n'
const LINES = 'id,orderNumber,storeId,total,orderForm.lineItems[].code\n'
const lines = (...codes: string[]) => ({ orderForm: { lineItems: codes.map((code) => ({ code })) } })

const texts: readonly OddFile[] = [
  stock('windows-line-ends.csv', 'skuId,warehouseCode,quantity\r\nA,W,1\r\nB,W,2\r\n', { items: [level('A', 1), level('B', 2)] }),
  stock('lone-returns.csv', 'skuId,warehouseCode,quantity\rA,W,1\rB,W,2', { items: [level('A', 1), level('B', 2)] }),
  stock('no-line-end-at-the-end.csv', `${HEAD}A,W,1`, { items: [level('A', 1)] }),
  stock('mixed-line-ends.csv', 'skuId,warehouseCode,quantity\r\nA,W,1\nB,W,2\rC,W,3', {
    items: [level('A', 1), level('B', 2), level('C', 3)],
  }),
  stock('problem-behind-line-breaks.csv', `${HEAD}"A\r\nx",W,1\r\n"B\r\ny",W,z\r\n`, {
    items: [level('A\r\nx', 1)],
    refused: [[4, 'notNumber']],
  }),
  stock('quotes-and-line-break.csv', `${HEAD}"A ""x""\r\ny",W,1\nB,W,2\n`, { items: [level('A "x"\r\ny', 1), level('B', 2)] }),
  stock('byte-order-mark.csv', `\ufeff${HEAD}Å,W,1\n`, { items: [level('Å', 1)] }),
  stock('utf-16.csv', utf16(`\ufeff${HEAD}Å,W,1\n`), { items: [level('Å', 1)] }),
  stock('utf-16-without-mark.csv', utf16(`${HEAD}Å,W,1\n`), { items: [level('Å', 1)] }),
  stock('windows-1252.csv', latin(`${HEAD}Å,W,1\n`), { unreadable: [2, 'wrongEncoding'] }),
  stock('windows-1252-stated.csv', latin(`${HEAD}Å,W,1\n`), { mapping: { encoding: 'windows-1252' }, items: [level('Å', 1)] }),
  stock('unknown-encoding.csv', `${HEAD}A,W,1\n`, { mapping: { encoding: 'ansi-x' }, unreadable: [1, 'unknownEncoding'] }),
  stock('nul.csv', `${HEAD}A,W,1\nB\u0000,W,1\n`, { unreadable: [3, 'zeroCharacter'] }),
  stock('empty.csv', '', { unreadable: [1, 'emptyFile'] }),
  stock('blank-lines-only.csv', '\n \n;;\n', { unreadable: [1, 'emptyFile'] }),
  stock('header-only.csv', HEAD, { unreadable: [1, 'onlyHeader'] }),
  stock('same-heading-twice.csv', 'skuId,SKUID,quantity\nA,B,1\n', { unreadable: [1, 'columnTwice'] }),
  stock('heading-missing.csv', 'skuId,,quantity\nA,W,1\n', { unreadable: [1, 'unnamedColumn'] }),
  stock('heading-unknown.csv', 'sku,warehouseCode,quantity\nA,W,1\n', { unreadable: [1, 'unknownColumn'] }),
  stock('headings-in-other-case.csv', ' SKUID , warehousecode ,Quantity\nA,W,1\n', { items: [level('A', 1)] }),
  stock('quote-open.csv', `${HEAD}A,W,1\n"B,W,2\nC,W,3\n`, { unreadable: [3, 'openQuote'] }),
  stock('quote-inside.csv', `${HEAD}A,W,1\n5" pipe,W,2\n`, { unreadable: [3, 'openQuote'] }),
  stock('more-cells.csv', `${HEAD}A,W,1,\nB,W,1,x\n`, { items: [level('A', 1)], refused: [[3, 'extraCells']] }),
  stock('fewer-cells.csv', `${HEAD}A,W\n`, { items: [{ skuId: 'A', warehouseCode: 'W' }] }),
]

const separators: readonly OddFile[] = [
  stock('sep.csv', 'sep=;\nskuId;warehouseCode;quantity\nA;W;1\n', { items: [level('A', 1)] }),
  stock('sep-bar.csv', '\ufeffsep=|\r\nskuId|warehouseCode|quantity\r\nA,b|W|1\r\n', { items: [level('A,b', 1)] }),
  stock('sep-filled-up.csv', '"sep=;";;\nskuId;warehouseCode;quantity\nA;W;1\n', { items: [level('A', 1)] }),
  stock('tabs.tsv', 'skuId\twarehouseCode\tquantity\nA,b\tW\t1\n', { items: [level('A,b', 1)] }),
  stock('rows-of-empty-cells.csv', `;;\n${SEMICOLONS};;\nA;W;1\n ; ;\nB;W;2\n;;\n`, { items: [level('A', 1), level('B', 2)] }),
]

const numbers: readonly OddFile[] = [
  stock('decimal-comma.csv', `${SEMICOLONS}A;W;0,125\nB;W;0,750\n`, {
    refused: [
      [2, 'notNumber'],
      [3, 'notNumber'],
    ],
  }),
  stock('ambiguous.csv', `${SEMICOLONS}A;W;1,250\nB;W;1,250,000\nC;W;1,250.5\n`, {
    items: [level('B', 1_250_000), level('C', 1_250.5)],
    refused: [[2, 'ambiguousNumber']],
  }),
  stock('ambiguous-stated.csv', `${SEMICOLONS}A;W;1,250\nB;W;1.250\n`, {
    mapping: { decimalMark: ',' },
    items: [level('A', 1.25), level('B', 1250)],
  }),
  stock(
    'marks-of-thousands.csv',
    `${HEAD}A,W,1 250\nB,W,1'250.5\nC,W,1\u00a0250\nD,W,1\u202f250\nE,W,1\u2019250\nF,W,"1,250"\n`,
    {
      items: [level('A', 1250), level('B', 1250.5), level('C', 1250), level('D', 1250), level('E', 1250), level('F', 1250)],
    },
  ),
  stock('misplaced-marks.csv', `${HEAD}A,W,1 5\nB,W,1'5\nC,W,12 5\nD,W,0 125\nE,W,1 250'000\nF,W,.5\nG,W,1e3\nH,W,NOK 5\n`, {
    refused: [2, 3, 4, 5, 6, 7, 8, 9].map((line) => [line, 'notNumber']),
  }),
  stock('too-exact.csv', `${HEAD}A,W,12345678901234567890\n`, { refused: [[2, 'inexactNumber']] }),
]

const keys: readonly OddFile[] = [
  orders('two-ids-without-number.csv', `${LINES}A,A,S,1,CUP\nB,,S,2,BOWL\n`, {
    items: [
      { id: 'A', ...lines('CUP') },
      { id: 'B', ...lines('BOWL') },
    ],
  }),
  orders('two-ids-of-one-number.csv', `${LINES}A,N,S,1,CUP\nB,N,S,2,BOWL\n`, { items: [{ id: 'A' }, { id: 'B' }] }),
  orders('rows-without-key.csv', `${LINES}A,,S,1,CUP\n,,,,BOWL\n,,,,POT\n`, {
    items: [{ id: 'A', ...lines('CUP', 'BOWL', 'POT') }],
  }),
  orders('row-without-key-that-says-something.csv', `${LINES}A,,S,1,CUP\n,,S,,BOWL\n`, {
    items: [{ id: 'A', ...lines('CUP') }],
    refused: [[3, 'keyMissing']],
  }),
  orders('says-otherwise.csv', `${LINES}A,N,S,1,CUP\nA,N,T,1,BOWL\n`, { refused: [[3, 'otherwise']] }),
  orders('says-the-same.csv', `${LINES}A,N,S,298,CUP\nA,N,S,298.00,BOWL\n`, { items: [{ total: 298, ...lines('CUP', 'BOWL') }] }),
  orders('stated-later.csv', `${LINES}A,N,,,CUP\nA,N,S,1,BOWL\n`, { items: [{ storeId: 'S', total: 1 }] }),
  orders('apart.csv', `${LINES}A,N,S,1,CUP\nB,M,S,1,CUP\nA,N,S,1,POT\n`, {
    items: [{ id: 'A' }, { id: 'B' }],
    refused: [[4, 'repeated']],
  }),
  stock('same-level-twice.csv', `${HEAD}A,W,1\nA,W,2\nA,V,3\n`, {
    items: [level('A', 1), level('A', 3, 'V')],
    refused: [[3, 'repeated']],
  }),
]

const guards: readonly OddFile[] = [
  orders(
    'guards.csv',
    "id,customerName,billingAddress.city,billingAddress.postalCode,customerPhone\nA,'=1+1,'s-Hertogenbosch,'0155,'+47\n",
    {
      items: [{ customerName: '=1+1', customerPhone: '+47', billingAddress: { city: "'s-Hertogenbosch", postalCode: '0155' } }],
    },
  ),
  orders('years.csv', "id,customerName,tags\nA,'90s poster,'tis\n", { items: [{ customerName: "'90s poster", tags: ["'tis"] }] }),
]

const json: readonly OddFile[] = [
  orders('lines.ndjson', '\ufeff{"id":"A"}\r\n\r\n{nope\n[1]\n{"id":"B"}', {
    items: [{ id: 'A' }, { id: 'B' }],
    refused: [
      [3, 'notJson'],
      [4, 'notObject'],
    ],
  }),
  orders('list.json', '[{"id":"A","note":"a ] , } \\" \\\\"},\n{"Order":{"Id":"B"}}\n]', { items: [{ id: 'A' }, { Id: 'B' }] }),
  orders('open-text.json', '[{"id":"A"},\n{"id":"B}\n]', { unreadable: [2, 'openText'] }),
  orders('open-list.json', '[{"id":"A"}', { unreadable: [1, 'openList'] }),
  orders('behind-list.json', '[{"id":"A"}]\n\n]', { unreadable: [3, 'afterList'] }),
  orders('empty-list.json', '[ ]', { unreadable: [1, 'emptyFile'] }),
]

/** Files that the reader has to read right, or to refuse with a place, wherever it runs. */
export const oddFiles: readonly OddFile[] = [...texts, ...separators, ...numbers, ...keys, ...guards, ...json]
