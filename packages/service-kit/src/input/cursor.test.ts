import fc from 'fast-check'
import t from 'tap'
import { cursorFormat, isStorableText, parseJsonList } from './cursor.ts'

type Position = { name: string; number: number }

const cursors = cursorFormat<Position>({
  write: ({ name, number }) => JSON.stringify([name, number]),
  read(text) {
    const [name, number] = parseJsonList(text)
    return isStorableText(name) && typeof number === 'number' ? { name, number } : null
  },
  problem: 'is not the `next` of a list',
})

t.test('given a position, when it is formatted and parsed, then it is the same, by a text that is safe in a URL', async (t) => {
  for (const [text, number] of fc.sample(fc.tuple(fc.string(), fc.integer()), 100)) {
    const position = { name: text.replaceAll('\0', ''), number }
    const cursor = cursors.format(position)
    t.match(cursor, /^[\w-]+$/)
    t.same(cursors.parse(cursor), position)
  }
})

t.test('given a text that was never issued, when it is parsed, then it is refused, naming the field', async (t) => {
  const issued = cursors.format({ name: 'a', number: 1 })
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  const others = ['', '!', encoded('no JSON'), encoded('["a"]'), encoded('null'), encoded('["a", 1]'), `${issued}=`]
  const tooLong = cursors.format({ name: 'a'.repeat(10_000), number: 1 })
  for (const text of [...others, tooLong]) {
    t.throws(() => cursors.parse(text), { code: 'ValidationFailed', message: 'after is not the `next` of a list' }, text)
  }
  t.throws(() => cursors.parse('', 'cursor'), { message: 'cursor is not the `next` of a list' })
})
