import t from 'tap'
import { jsonItems } from '../read-source.ts'
import { collectItems, pieces } from '../testing/pieces.ts'
import { decodeText } from './decode-text.ts'
import { readJsonList } from './read-json-list.ts'
import { readNdjson } from './read-ndjson.ts'

const lines = (content: string | Buffer) => collectItems(jsonItems(readNdjson(decodeText(pieces(content, 65_536)))))
const list = (content: string) => collectItems(jsonItems(readJsonList(decodeText(pieces(content)))))

t.test('given NDJSON with bad lines, when it is read, then each has its line and reason, and the others are items', async (t) => {
  const found = await lines('\ufeff{"id":"1"}\r\n\r\n{nope\n[1]\n{"id":"2"}')
  t.match(found, [
    { line: 1, item: { id: '1' }, problems: { length: 0 } },
    { line: 3, item: null, problems: [{ line: 3, reason: /is not JSON/ }] },
    { line: 4, item: null, problems: [{ reason: 'is not a JSON object' }] },
    { line: 5, item: { id: '2' } },
  ])
  await t.rejects(lines(''), { name: 'UnreadableFile' })
})

t.test('given a line longer than any request, when NDJSON is read, then it is refused and the next one read', async (t) => {
  const found = await lines(`{"id":"${'x'.repeat(21 * 1024 * 1024)}"}\n{"id":"2"}\n`)
  t.match(found, [
    { line: 1, item: null, problems: [{ reason: /longer than/ }] },
    { line: 2, item: { id: '2' } },
  ])
})

t.test('given the list of an Orders export, when it is read, then wrapped orders come out in any letter case', async (t) => {
  const found = await list(
    '[{"Id":"1","Order":{"id":"inner"}},{"Order":{"Id":"2"},"ReturnOrderForm":null},{"item":{"order":{"id":"3"}}}]',
  )
  t.match(found, [
    { line: 1, item: { Id: '1' } },
    { line: 2, item: { Id: '2' } },
    { line: 3, item: { id: '3' } },
  ])
})

t.test('given a list that breaks off, or no list, when it is read, then it is refused', async (t) => {
  for (const content of ['[{"a":1},{"b":[1,2}]', '[{"a":1}', '{"a":1}', 'x'])
    await t.rejects(list(content), { name: 'UnreadableFile' }, content)
})
