import t from 'tap'
import { collectItems, pieces } from '../testing/pieces.ts'
import { decodeText } from './decode-text.ts'
import { cell, formProblem, readCsv } from './read-csv.ts'

const rows = (content: string | Buffer, { encoding, size }: { encoding?: string; size?: number } = {}) =>
  collectItems(readCsv(decodeText(pieces(content, size), encoding)))
const texts = async (content: string | Buffer, encoding?: string) =>
  (await rows(content, encoding === undefined ? {} : { encoding })).map(({ line, fields }) => [line, ...fields])

t.test('given a mark, CRLF, quotes over lines and empty lines, when a CSV is read, then each record has its line', async (t) => {
  const content = '\ufeffName;Note\r\nA;1\r\n"B;\r\nb";"say ""hi"""\r\n\r\nC;3'
  t.same(await texts(content), [
    [2, 'A', '1'],
    [3, 'B;\r\nb', 'say "hi"'],
    [6, 'C', '3'],
  ])
  for (const size of [1, 2, 3, 1_000]) t.equal((await rows(content, { size })).length, 3, `pieces of ${size}`)
})

t.test('given UTF-16 with or without a mark, or a named encoding, when a CSV is read, then the texts are right', async (t) => {
  const content = 'a,b\nø,1\n'
  const bigEndian = Buffer.from(`\ufeff${content}`, 'utf16le').swap16()
  for (const bytes of [Buffer.from(`\ufeff${content}`, 'utf16le'), Buffer.from(content, 'utf16le'), bigEndian])
    t.same(await texts(bytes), [[2, 'ø', '1']])
  t.same(await texts(Buffer.from(content, 'latin1'), 'windows-1252'), [[2, 'ø', '1']])
})

t.test('given a file that is not text, when it is read, then it is refused with its line', async (t) => {
  await t.rejects(texts(Buffer.from('a\n1\nø\n', 'latin1')), { name: 'UnreadableFile', message: /not UTF-8/ })
  await t.rejects(texts('a\n1\nx\u0000\n'), { line: 3, message: /NUL character/ })
  await t.rejects(texts(''), { message: /empty/ })
  await t.rejects(texts('a;b\r\n'), { message: /no row below it/ })
  await t.rejects(texts(Buffer.from('a;b\nA;1\n', 'utf16le'), 'utf-16be'), { message: /no row below it/ })
})

t.test(
  'given quotes that do not pair, when a CSV is read, then it ends at their line, since what follows is unknown',
  async (t) => {
    const bad = { 'an open quote': '"x,3\n4,5\n', 'a quote inside': 'x"y,3\n4,5\n', 'text behind a quote': '"x"y,3\n4,5\n' }
    for (const [what, rest] of Object.entries(bad))
      await t.rejects(texts(`a,b\n1,2\n${rest}`), { line: 3, message: /quote/ }, what)
  },
)

t.test('given quotes around some cells, when a CSV is read, then each record has them, and its text as it is', async (t) => {
  const content = 'a;b;c\r\n"x";y;"say ""hi""\r\nthere"\r\n"";;z'
  t.same(
    (await rows(content)).map(({ line, quoted, text }) => [line, [...quoted], text]),
    [
      [2, [0, 2], '"x";y;"say ""hi""\r\nthere"'],
      [4, [0], '"";;z'],
    ],
  )
})

t.test(
  'given line ends of several kinds, a delimiter of several bytes or a heading of two lines, when a CSV is read, then its rows are found',
  async (t) => {
    t.same(await texts('a,b\r\n1,2\n3,4\r5,6'), [
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
    ])
    const [row] = await rows('sep=§\na§b\n1§"ø§"\n')
    t.match(row, { line: 3, fields: ['1', 'ø§'], text: '1§"ø§"' })
    t.same(await texts('\n\n"a\nof";b\n1;2\n'), [[5, '1', '2']])
  },
)

t.test('given an open quote with more behind it than a record can have, when a CSV is read, then its line is said', async (t) => {
  const content = `a,b\n1,2\n"${'x\n'.repeat(17 * 1024 * 1024)}`
  await t.rejects(rows(content, { size: 1024 * 1024 }), { line: 3, message: /quote/ })
})

t.test('given a header with a name twice or none, when a CSV is read, then it is refused', async (t) => {
  await t.rejects(texts('a,A\n1,2\n'), { message: /two columns "A"/ })
  await t.rejects(texts('a,,b\n1,2,3\n'), { message: /Column 2 has no name/ })
})

t.test(
  'given records with more or fewer fields, when they are read, then only content without a column is a problem',
  async (t) => {
    const [fewer, more, empty] = await rows('a,b\n1\n1,2,3\n1,2,,\n')
    t.equal(formProblem(fewer!), null)
    t.match(formProblem(more!)?.reason, /has 3 cells and the header 2/)
    t.equal(formProblem(empty!), null)
    t.same([cell(fewer!, 'B'), cell(more!, 'A'), cell(more!, 'c')], ['', '1', ''])
  },
)

t.test('given a field of 10 MB, when a CSV is read, then it is a record like others', async (t) => {
  const found = await rows(`a,b\n1,${'x'.repeat(10_000_000)}\n2,3\n`, { size: 65_536 })
  t.same(
    found.map(({ line, fields }) => [line, fields[1]?.length]),
    [
      [2, 10_000_000],
      [3, 1],
    ],
  )
})
