import t, { type Test } from 'tap'
import { grown } from '../testing/counting-consumer.ts'
import { genericPlan } from '../testing/schema/generic-plan.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { claimEvents, claimText, startPosition } from './event-position.ts'
import { parkEvent } from './parked-events.ts'

const CONSUMER = 'counting'
type Event = ReturnType<typeof grown>

class Undone extends Error {}

/** Claims the events as a consumer does, which undoes what it may not keep. */
async function claim(database: TestDatabase, events: readonly Event[], isHandled = true) {
  let response: Awaited<ReturnType<typeof claimEvents>> | undefined
  await database
    .inTransaction(async (tx) => {
      response = await claimEvents(
        tx,
        CONSUMER,
        events.map((event) => ({ event, isHandled })),
      )
      if (!response.claimed) throw new Undone()
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
  return response
}

const stored = (database: TestDatabase) =>
  database.query<{ subject: string; next_sequence: number; first_sequence: number }>({
    text: 'select subject, next_sequence, first_sequence from kit.event_position order by subject',
  })
const remembered = async (database: TestDatabase) =>
  (await database.query<{ event_id: string }>({ text: 'select event_id from kit.inbox' })).map(({ event_id }) => event_id).sort()

const yes = { claimed: true, has_successor: false }

async function begun(t: Test) {
  const database = await testDatabase(t)
  const first = [grown('a', 1), grown('b', 1), grown('a', 2)]
  t.same(await claim(database, first), yes)
  return { database, first }
}

t.test('given events of several aggregates, when they are claimed together, then each advances in its order', async (t) => {
  const { database, first } = await begun(t)
  t.same(await claim(database, [grown('b', 2), grown('c', 1), grown('a', 3), grown('b', 3)]), yes)
  t.same(await stored(database), [
    { subject: 'a', next_sequence: 4, first_sequence: 1 },
    { subject: 'b', next_sequence: 4, first_sequence: 1 },
    { subject: 'c', next_sequence: 2, first_sequence: 1 },
  ])
  t.equal((await remembered(database)).length, first.length + 4)
})

t.test('given one event that is not next or is known, when several are claimed, then none is claimed', async (t) => {
  const { database, first } = await begun(t)
  const done = first[0] as Event
  const [positions, inbox] = [await stored(database), await remembered(database)]
  const refused: [string, Event[]][] = [
    ['a gap before it', [grown('a', 4), grown('b', 2)]],
    ['a gap within', [grown('a', 3), grown('a', 5)]],
    ['the wrong order', [grown('a', 4), grown('a', 3)]],
    ['twice', [grown('a', 3), grown('a', 3)]],
    ['an old sequence', [grown('b', 2), grown('a', 2)]],
    ['an aggregate met in the middle of its life', [grown('a', 3), grown('c', 2)]],
    ['remembered, by its sequence', [done]],
    ['remembered, by its id', [grown('a', 3, { id: done.id })]],
    ['remembered, without a sequence', [grown('erp', undefined, { id: done.id })]],
  ]
  for (const [why, events] of refused) {
    t.equal((await claim(database, events))?.claimed, false, why)
    t.same(await stored(database), positions, why)
    t.same(await remembered(database), inbox, why)
  }
})

t.test('given a consumer that begins in the middle, when events are claimed, then it continues from there', async (t) => {
  const database = await testDatabase(t)
  await startPosition(database, CONSUMER, grown('a', 7))
  t.same(await claim(database, [grown('a', 7), grown('a', 8)]), yes)
  t.same(await stored(database), [{ subject: 'a', next_sequence: 9, first_sequence: 7 }])
})

t.test('given events without effect or sequence, when they are claimed, then only position or inbox changes', async (t) => {
  const database = await testDatabase(t)
  t.same(await claim(database, [grown('a', 1), grown('a', 2)], false), yes)
  t.same(await remembered(database), [])
  const loose = grown('erp', undefined)
  t.same(await claim(database, [loose]), yes)
  t.same(await remembered(database), [loose.id])
  t.same(await claim(database, [grown('erp', undefined)], false), yes)
  t.same(await stored(database), [{ subject: 'a', next_sequence: 3, first_sequence: 1 }])
})

t.test('given a parked event among claimed ones or right behind them, then the result says so', async (t) => {
  const { database } = await begun(t)
  const park = (event: Event) => parkEvent(database, CONSUMER, { event, envelope: JSON.stringify(event) })
  await park(grown('a', 6))
  await park(grown('d', 3))
  t.same(await claim(database, [grown('a', 3), grown('b', 2)]), yes)
  t.same(await claim(database, [grown('b', 3), grown('a', 4), grown('a', 5)]), { claimed: true, has_successor: true })
  await park(grown('b', 5))
  t.same(await claim(database, [grown('b', 4), grown('b', 5), grown('b', 6)]), { claimed: true, has_successor: true })
})

t.test('given empty tables, when the claim is planned, then no table is scanned as a whole', async (t) => {
  const plan = await genericPlan(await testDatabase(t), claimText, `'', '{}', '{}', '{}', '{}', '{}'`)
  t.notMatch(plan, /Seq Scan/)
  t.match(plan, /using event_position_pkey/)
  t.match(plan, /using parked_event/)
})
