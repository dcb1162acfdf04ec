import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { answerStream } from './answer-stream.ts'

/** Pieces without end that tell how many were made and whether they were given up. */
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

t.test('nothing is made before somebody reads, and little more than what is taken', async (t) => {
  const { state, pieces } = endless()
  const stream = answerStream(pieces)
  await sleep(20)
  t.equal(state.made, 0)
  stream.once('readable', () => undefined)
  await sleep(20)
  t.ok(state.made > 0 && state.made <= 3, `${state.made}`)
  stream.destroy()
})

t.test('who takes pieces slowly gets them all', async (t) => {
  async function* three() {
    for (const piece of ['a', 'b', 'c']) {
      await sleep(30)
      yield piece
    }
  }
  let text = ''
  for await (const piece of answerStream(three(), { stalledMs: 50 })) {
    text += piece
    await sleep(30)
  }
  t.equal(text, 'abc')
})

t.test('who stops taking pieces is cut off, and the pieces are given up', async (t) => {
  const { state, pieces } = endless()
  const stream = answerStream(pieces, { stalledMs: 30 })
  stream.once('readable', () => undefined)
  const failure = once(stream, 'error')
  await sleep(100)
  t.match(await failure, [{ message: /stopped reading/ }])
  t.ok(state.isOver)
})

t.test('who leaves ends the pieces', async (t) => {
  const { state, pieces } = endless()
  const stream = answerStream(pieces)
  for await (const _piece of stream) if (state.made > 5) break
  t.ok(state.isOver)
})
