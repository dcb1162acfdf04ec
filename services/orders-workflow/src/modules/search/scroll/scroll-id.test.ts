import { randomUUIDv7 } from 'node:crypto'
import t from 'tap'
import { formatScrollId, readScrollId } from './scroll-response.ts'

t.test('when an id is made, then it reads back as its scroll and batch, and needs no encoding in a path', async (t) => {
  for (const batch of [0, 1, 999, 2 ** 32 - 1]) {
    const position = { id: randomUUIDv7(), batch }
    const text = formatScrollId(position)
    t.equal(encodeURIComponent(text), text)
    t.same(readScrollId(text), position)
  }
})

t.test('when a text was never issued, then it is no id', async (t) => {
  const text = formatScrollId({ id: randomUUIDv7(), batch: 0 })
  const bad = [
    '',
    'x',
    text.slice(1),
    `${text}A`,
    `${text.slice(0, -1)}B`,
    `${text.slice(0, -1)}=`,
    `${text.slice(0, -1)}/`,
    'ø'.repeat(27),
  ]
  for (const other of bad) t.equal(readScrollId(other), null, other)
})
