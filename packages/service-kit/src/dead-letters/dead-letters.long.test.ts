import t from 'tap'
import { counterGrown } from '../testing/counter-events.ts'
import {
  applyEffect,
  areAcknowledged,
  effects,
  grown,
  haveEffects,
  publish,
  setUpCounting,
} from '../testing/counting-consumer.ts'
import { eventually } from '../testing/test-events.ts'
import { countQuarantined, listDeadLetters, replayDeadLetters } from './dead-letters.ts'
import { dropDeadLetters } from './drop-dead-letters.ts'

t.test('given a failing event, when it is tried again, then only its own aggregate waits', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  let failures = 0
  await publish(events, grown('a', 1, { data: { by: 666 } }), grown('a', 2), grown('b', 1), grown('c', 1))
  const handle: typeof applyEffect = async (tx, event) => {
    const areOthersDone = (await effects(database)).length === 2
    await applyEffect(tx, event)
    if (event.data.by === 666 && (failures++ < 3 || !areOthersDone)) throw new Error('not yet')
  }
  // As many tries as it takes until the others have come.
  start(handle, { triesMax: 100_000 })
  await haveEffects(database, ['b:1', 'c:1', 'a:1', 'a:2'])
  t.same(await effects(database), ['b:1', 'c:1', 'a:1', 'a:2'])
  t.same(await countQuarantined(database), {})
})

t.test('given an event that failed 8 times, when its dead letter is replayed, then it and later ones are handled', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  let tries = 0
  let isRepaired = false
  await publish(events, grown('a', 1, { data: { by: 666 } }), grown('a', 2), grown('b', 1))
  const running = start(async (tx, event) => {
    if (event.data.by === 666 && !isRepaired) {
      tries++
      throw new TypeError('cannot be done')
    }
    await applyEffect(tx, event)
  })
  const [letter] = await eventually(async () => {
    const letters = await listDeadLetters(database)
    return letters.length > 0 && letters
  }, 'there is a dead letter')
  // The first failure happened in a batch, which is undone and handled one by one.
  t.ok(tries === 8 || tries === 9, `tried ${tries} times`)
  t.match(letter, {
    consumer: 'counting',
    type: counterGrown.type,
    subject: 'a',
    sequence: 1,
    tries: 8,
    reason: 'TypeError: cannot be done',
  })
  await publish(events, grown('a', 3))
  await areAcknowledged(running)
  t.same(await effects(database), ['b:1'], 'later events of the aggregate wait')
  t.same(await countQuarantined(database), { counting: { deadLetters: 1, parked: 2 } })
  isRepaired = true
  t.same((await replayDeadLetters(database, { id: letter?.eventId ?? '' })).length, 1)
  await haveEffects(database, ['b:1', 'a:1', 'a:2', 'a:3'])
  t.same(await effects(database), ['b:1', 'a:1', 'a:2', 'a:3'])
  t.same(await countQuarantined(database), {})
  t.same(await replayDeadLetters(database, 'all'), [])
})

t.test('given a dead letter, when it is dropped, then those behind it are handled and it is not', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const poison = grown('a', 1, { data: { by: 'many' } })
  await publish(events, poison, grown('a', 2), grown('a', 3))
  const running = start()
  await areAcknowledged(running)
  t.match(await listDeadLetters(database), [{ subject: 'a', sequence: 1, tries: 1, reason: /breaks the contract at \/by/ }])
  t.same(await effects(database), [])
  t.equal((await database.inTransaction((tx) => dropDeadLetters(tx, 'all'))).length, 1)
  await haveEffects(database, ['a:2', 'a:3'])
  await publish(events, poison)
  await areAcknowledged(running)
  t.same(await effects(database), ['a:2', 'a:3'])
})

// The second one was dropped without a trace while the position was before it, so that the
// aggregate waited for it forever.
t.test('given two dead letters of an aggregate, when they are dropped in any order, then the next is handled', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const first = grown('a', 1, { data: { by: 'many' } })
  const second = grown('a', 2, { data: { by: 'many' } })
  await publish(events, first, second, grown('a', 3))
  const running = start()
  await areAcknowledged(running)
  t.equal((await database.inTransaction((tx) => dropDeadLetters(tx, { id: second.id }))).length, 1)
  t.same(await effects(database), [])
  t.equal((await database.inTransaction((tx) => dropDeadLetters(tx, { id: first.id }))).length, 1)
  await haveEffects(database, ['a:3'])
  t.same(await countQuarantined(database), {})
})

t.test('given a dropped dead letter behind a gap, when the gap is filled, then it is passed over', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const poison = grown('a', 3, { data: { by: 'many' } })
  await publish(events, grown('a', 1), poison, grown('a', 4))
  const running = start()
  await areAcknowledged(running)
  t.equal((await database.inTransaction((tx) => dropDeadLetters(tx, 'all'))).length, 1)
  await publish(events, poison)
  await areAcknowledged(running)
  await database.inTransaction((tx) => dropDeadLetters(tx, 'all'))
  await publish(events, grown('a', 2))
  await haveEffects(database, ['a:1', 'a:2', 'a:4'])
  t.same(await effects(database), ['a:1', 'a:2', 'a:4'])
  t.same(await countQuarantined(database), {})
})

t.test('given a malformed event, when it arrives, then it is a dead letter immediately and delays no other one', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  await publish(
    events,
    'no json',
    '"text"',
    'null\u0000',
    JSON.stringify({ ...grown('x', 1), specversion: '0.3' }),
    grown('x', 0),
    grown('x', 1e300),
    grown('x'.repeat(300), 1),
    grown('nul\u0000', 1),
    grown('a', 1),
  )
  const running = start()
  await areAcknowledged(running)
  t.same(await effects(database), ['a:1'])
  const letters = await listDeadLetters(database)
  t.equal(letters.length, 8)
  t.equal(letters[0]?.eventId, 'ORDERS:1')
  t.match(letters[0]?.reason, /malformed at not JSON/)
  await replayDeadLetters(database, 'all')
  await eventually(async () => (await listDeadLetters(database)).length === 8, 'they are dead letters again')
  t.same((await listDeadLetters(database)).map((letter) => letter.eventId).sort(), letters.map((letter) => letter.eventId).sort())
  t.equal((await database.inTransaction((tx) => dropDeadLetters(tx, 'all'))).length, 8)
  t.same(await countQuarantined(database), {})
})
