import { once } from 'node:events'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { register } from '../server/register-route.ts'
import { testServer } from '../testing/test-server.ts'
import { responseStream } from './response-stream.ts'

/** Endless pieces with a count of those that were made and whether the rest was given up. */
function endless() {
  const state = { made: 0, isOver: false }
  async function* pieces() {
    try {
      for (;;) {
        state.made += 1
        yield `${state.made};`
      }
    } finally {
      state.isOver = true
    }
  }
  return { state, pieces: pieces() }
}

/** A clock that only the test moves. */
function heldTime(test: Test) {
  mock.timers.enable({ apis: ['setTimeout'] })
  test.teardown(() => mock.timers.reset())
  return mock.timers
}

/** Lets everything happen that needs no time. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn()
}

t.test('given a response stream, when nobody reads, then nothing is made, and little more than is read afterwards', async (t) => {
  const { state, pieces } = endless()
  const stream = responseStream(pieces)
  await settled()
  t.equal(state.made, 0)
  stream.once('readable', () => undefined)
  await settled()
  t.ok(state.made > 0 && state.made <= 3, `${state.made}`)
  stream.destroy()
})

t.test('given a slow reader of a response stream, when it keeps reading, then it gets all pieces', async (t) => {
  const time = heldTime(t)
  const pieces = ['a', 'b', 'c', 'd', 'e', 'f']
  let text = ''
  for await (const piece of responseStream(
    (async function* () {
      yield* pieces
    })(),
    { stalledMs: 50 },
  )) {
    text += piece
    await settled()
    time.tick(49)
  }
  t.equal(text, pieces.join(''))
})

t.test('given a reader of a response stream, when it stops reading, then stream and source are ended', async (t) => {
  const time = heldTime(t)
  const { state, pieces } = endless()
  const stream = responseStream(pieces, { stalledMs: 30 })
  stream.once('readable', () => undefined)
  await settled()
  time.tick(29)
  await settled()
  t.equal(stream.destroyed, false)
  const failure = once(stream, 'error')
  time.tick(1)
  t.match(await failure, [{ message: /stopped reading/ }])
  await settled()
  t.ok(state.isOver)
})

t.test('given a reader of a response stream, when it leaves, then the source ends', async (t) => {
  const { state, pieces } = endless()
  const stream = responseStream(pieces)
  for await (const _piece of stream) if (state.made > 5) break
  t.ok(state.isOver)
})

// Found in a review: HEAD read the stream to its end only to discard it, an export of millions of
// lines among others.
t.test('given HEAD, then the response has the headers and no piece is made', async (t) => {
  const { state, pieces } = endless()
  const { app, send } = await testServer(t)
  const file = defineRoute({
    method: 'GET',
    url: '/file',
    operationId: 'file',
    tags: ['Test'],
    access: 'public',
    summary: 'test',
    responses: { 200: Type.String() },
  })
  const stream = responseStream(pieces)
  const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
  register(app, deps, file, async () => ({ headers: { 'content-type': 'text/csv' }, body: stream }))
  const { status, headers, text } = await send({ method: 'HEAD', url: '/file' })
  t.match([status, headers['content-type'], headers['content-length'], text], [200, /^text\/csv/, undefined, ''])
  t.ok(stream.destroyed)
  t.equal(state.made, 0)
})
