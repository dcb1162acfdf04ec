import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createAddressTurns, type Turn } from './address-turns.ts'

const refused = { code: 'RateLimited', details: { retryAfterSeconds: 1 } }

/** What has become of a turn by now. */
async function turnState({ begun }: Turn): Promise<'begun' | 'refused' | 'waiting'> {
  const waiting = turn().then(() => 'waiting' as const)
  return await Promise.race([
    begun.then(
      () => 'begun' as const,
      () => 'refused' as const,
    ),
    waiting,
  ])
}

t.test('given as many requests as allowed, when more come, then they begin in their order as others end', async (t) => {
  const turns = createAddressTurns({ max: 2, waitingMax: 10, waitMs: 240_000 })
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => turns.enter('a')) as [Turn, Turn, Turn, Turn]
  t.same(await Promise.all([first, second, third, fourth].map(turnState)), ['begun', 'begun', 'waiting', 'waiting'])
  t.equal(await turnState(turns.enter('b')), 'begun', 'another address has turns of its own')
  second.end()
  second.end()
  t.same(await Promise.all([third, fourth].map(turnState)), ['begun', 'waiting'], 'an end counts once')
  first.end()
  t.equal(await turnState(fourth), 'begun')
  third.end()
  fourth.end()
  t.same(await Promise.all([turns.enter('a'), turns.enter('a')].map(turnState)), ['begun', 'begun'], 'all turns are free again')
})

t.test('given a request that waits, when its client goes, then its place goes to the next one', async (t) => {
  const turns = createAddressTurns({ max: 1, waitingMax: 2, waitMs: 240_000 })
  const [first, gone, next] = [turns.enter('a'), turns.enter('a'), turns.enter('a')]
  gone.end()
  t.equal(await turnState(gone), 'refused')
  first.end()
  t.equal(await turnState(next), 'begun')
})

t.test('given a request that waits, when no turn comes in time or too many wait already, then it is refused', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const turns = createAddressTurns({ max: 1, waitingMax: 1, waitMs: 5_000 })
  const first = turns.enter('a')
  const late = turns.enter('a')
  await t.rejects(turns.enter('a').begun, refused, 'the line is full')
  mock.timers.tick(4_999)
  t.equal(await turnState(late), 'waiting')
  const refusal = t.rejects(late.begun, refused)
  mock.timers.tick(1)
  await refusal
  late.end()
  first.end()
  t.equal(await turnState(turns.enter('a')), 'begun', 'who was refused takes no turn')
})
