import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { dueReconciliation, lastReconciliation, requestReconciliation, saveReconciliation } from './reconciliation-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [early, late] = [new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - DAY_MS)]

t.test('given a comparison under way, when another one is asked for, then it is done after the first', async (t) => {
  const database = await testDatabase(t)
  const due = async () => await dueReconciliation(database, 'counting', HOUR_MS)
  const save = async (version: string | null = null) =>
    await saveReconciliation(database, 'counting', { until: late, days: [], version })
  const first = await due()
  t.match(first, { version: null }, 'nothing is known of the consumer')
  await requestReconciliation(database, 'counting', late)
  await save(first?.version)
  const second = await due()
  t.match(second, { from: late })
  await requestReconciliation(database, 'counting', late)
  await save(second?.version)
  t.notOk((await lastReconciliation(database, 'counting')).isDone, 'asked for again, from the same time')
  const third = await due()
  await save(third?.version)
  t.ok((await lastReconciliation(database, 'counting')).isDone)
  t.equal(await due(), null)
})

t.test('given two requests, when they are due, then the comparison begins with the earlier time', async (t) => {
  const database = await testDatabase(t)
  await saveReconciliation(database, 'counting', { until: late, days: [], version: null })
  await requestReconciliation(database, 'counting', early)
  await requestReconciliation(database, 'counting', late)
  t.match(await dueReconciliation(database, 'counting', HOUR_MS), { from: early })
})

t.test(
  'given a consumer that has never compared, when it is due, then it begins with what the stream still had for it',
  async (t) => {
    const database = await testDatabase(t)
    const from = async () => (await dueReconciliation(database, 'counting', HOUR_MS))?.from.getTime() ?? 0
    const isOldest = (time: number) => Math.abs(Date.now() - time - (30 * DAY_MS - HOUR_MS)) < HOUR_MS / 2
    t.ok(isOldest(await from()), 'the streams keep 30 days, and let go of the first hour while it reads')
    await requestReconciliation(database, 'counting', new Date(Date.now() - 31 * DAY_MS))
    t.ok(isOldest(await from()), 'also when earlier ones are asked for')
    await requestReconciliation(database, 'other', late)
    t.match(await dueReconciliation(database, 'other', HOUR_MS), { from: late })

    const away = new Date(Date.now() - 40 * DAY_MS)
    await saveReconciliation(database, 'counting', { until: away, days: [], version: null })
    t.equal(await from(), away.getTime(), 'a service that was down misses what it has not compared')
  },
)
