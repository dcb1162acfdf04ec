import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { dueReconciliation, lastReconciliation, requestReconciliation, saveReconciliation } from './reconciliation-store.ts'

const HOUR_MS = 3_600_000
const [early, late] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z')]

t.test('given a comparison under way, when another one is asked for, then it is done after the first', async (t) => {
  const database = await testDatabase(t)
  const due = async () => await dueReconciliation(database, 'counting', HOUR_MS)
  const save = async (version: string | null = null) =>
    await saveReconciliation(database, 'counting', { until: late, days: [], version })
  const first = await due()
  t.match(first, { from: new Date(0), version: null }, 'nothing is known of the consumer')
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
