import { randomUUIDv7 } from 'node:crypto'
import t from 'tap'
import { readScrollId, scrollIdOf } from './scroll-id.ts'

t.test('an id reads back as the scroll and the batch that it was made of, and needs no encoding in a path', async (t) => {
  for (const batch of [0, 1, 999, 2 ** 32 - 1]) {
    const position = { id: randomUUIDv7(), batch }
    const text = scrollIdOf(position)
    t.equal(encodeURIComponent(text), text)
    t.same(readScrollId(text), position)
  }
})

t.test('a text that was never given is none', async (t) => {
  const text = scrollIdOf({ id: randomUUIDv7(), batch: 0 })
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
