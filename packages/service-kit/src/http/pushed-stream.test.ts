import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { pushedStream, type WritePiece } from './pushed-stream.ts'

const never = new AbortController().signal
const long = 'x'.repeat(1_000_000)

t.test('given pieces, when they are written, then the client gets them in order, and the end with the producer', async (t) => {
  const produce = async (write: WritePiece) => {
    for (const piece of ['a', long, 'b']) await write(piece)
  }
  const text = String(await buffer(pushedStream(produce, { stalledMs: 60_000, until: never })))
  t.equal(text, `a${long}b`)
})

t.test('given a client that takes nothing, when too much waits for it, then it is cut off and writing fails', async (t) => {
  const failed = Promise.withResolvers<unknown>()
  const produce = async (write: WritePiece) => {
    try {
      for (;;) await write(long)
    } catch (error) {
      failed.resolve(error)
    }
  }
  const stream = pushedStream(produce, { stalledMs: 50, until: never })
  const [error] = (await once(stream, 'error')) as [Error]
  t.match(error, { message: 'The client stopped reading.' })
  t.equal(await failed.promise, error, 'the producer learns why')
  t.equal(stream.readableLength <= 2 * long.length, true, 'what waits is bounded')
})

t.test('given a client that takes nothing, when the stream is to end, then it is not waited for', async (t) => {
  const until = new AbortController()
  const produce = async (write: WritePiece) => {
    await write(long)
  }
  const stream = pushedStream(produce, { stalledMs: 60_000, until: until.signal })
  const closed = once(stream, 'close')
  until.abort()
  await closed
  t.equal(stream.readableEnded, false)
})

t.test('given a producer that fails, when the client reads, then the response breaks off', async (t) => {
  const produce = async (write: WritePiece) => {
    await write('a')
    throw new Error('no database')
  }
  await t.rejects(buffer(pushedStream(produce, { stalledMs: 60_000, until: never })), { message: 'no database' })
})
