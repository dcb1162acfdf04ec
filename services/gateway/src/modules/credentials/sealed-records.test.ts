import t from 'tap'
import { createRowsInMemory } from '../../testing/credential-rows.ts'
import { createEphemeralKeyRing } from '../tokens/create-issuer.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSealedRecords, resealRecords } from './sealed-records.ts'

type Counter = { count: number }

async function start() {
  const [one, two] = [await createEphemeralKeyRing(), await createEphemeralKeyRing()]
  const both: KeyRing = { ...two, keys: [...two.keys, ...one.keys] }
  const ring = { current: one }
  const rows = createRowsInMemory()
  const records = (whenUnreadable: 'refuse' | 'begin again' = 'refuse') =>
    createSealedRecords<Counter>({ rows, keyRing: () => ring.current, kind: 'credentials', empty: { count: 0 }, whenUnreadable })
  return { one, two, both, ring, rows, records }
}

const add = ({ count }: Counter) => ({ count: count + 1 })

t.test('when several change a record together, then no change is lost, and the row says nothing', async (t) => {
  const { records, rows } = await start()
  const kept = records()
  await Promise.all(Array.from({ length: 5 }, () => kept.change('kari@example.com', add)))
  t.same(await kept.read('kari@example.com'), { count: 5 })
  t.same(await kept.read('ola@example.com'), { count: 0 })
  t.notMatch(JSON.stringify([...rows.all.values()]), /kari|count/)
  const before = rows.all.size
  await kept.change('per@example.com', (value) => value)
  t.equal(rows.all.size, before, 'nothing was changed, so nothing is written')
})

t.test('given a row that was put in place of another one, when it is read, then it is refused', async (t) => {
  const { records, rows } = await start()
  await records().change('kari@example.com', add)
  await records().change('ola@example.com', add)
  const [kari, ola] = [...rows.all.values()]
  rows.all.set(String(ola?.name), { ...(ola as NonNullable<typeof ola>), sealed: String(kari?.sealed) })
  await t.rejects(records().read('ola@example.com'), { code: 'Unavailable' })
  t.same(await records('begin again').read('ola@example.com'), { count: 0 })
})

t.test('when the key changes, then all rows are sealed by the present one, and the former can go', async (t) => {
  const { records, rows, ring, two, both } = await start()
  for (const owner of ['a', 'b', 'c', 'd', 'e']) await records().change(owner, add)
  ring.current = both
  t.same(await records().read('c'), { count: 1 })
  t.same(await resealRecords(rows, both), { resealed: 5, unreadable: 0 })
  t.same(await resealRecords(rows, both), { resealed: 0, unreadable: 0 })
  ring.current = two
  t.same(await records().read('c'), { count: 1 })
  const other = await createEphemeralKeyRing()
  t.same(await resealRecords(rows, other), { resealed: 0, unreadable: 5 })
})
