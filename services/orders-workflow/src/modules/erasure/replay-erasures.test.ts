import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { tablesNaming } from '../../testing/tables-naming.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { deliveredOrder, fullLife, newPerson } from '../../testing/test-persons.ts'
import { appendErasures, readErasureFile } from './erasure-file.ts'
import { keepErasureList } from './keep-erasure-list.ts'
import { type ErasedKind, readKeyId } from './list-store.ts'
import { replayErasures } from './replay-erasures.ts'

const test = await testOrders(t)

async function listFile(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-erasures-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'erasures.jsonl')
}

/** What another system has erased of this database, which an older backup brought back. */
async function line(kind: ErasedKind, name: string, erased = new Date()) {
  const [row] = await test.database.query<{ subject: string }>({
    text: 'select erasure_subject($1, $2) as subject',
    values: [kind, name],
  })
  return { kind, subject: row?.subject ?? '', erased, keyId: await readKeyId(test.database) }
}

t.test(
  'given a restored database with what was erased since, when the list is replayed, then it is gone again and others stay',
  async (t) => {
    const file = await listFile(t)
    const [erased, other, purged] = [await fullLife(test), await fullLife(test), newPerson()]
    const order = await deliveredOrder(test, purged.fields)
    const before = await tablesNaming(test, other.words)
    await appendErasures(file, [
      await line('Order', erased.id),
      await line('Customer', erased.key),
      await line('Order', order.id),
    ])
    t.notMatch(await readFile(file, 'utf8'), new RegExp(`${erased.id}|${erased.email}`, 'i'))
    t.same(await replayErasures(test.deps, file), { orders: 2, customers: 1, unreadable: 0 })
    t.same(await tablesNaming(test, erased.words), [])
    t.same(await tablesNaming(test, purged.words), [])
    t.same(await tablesNaming(test, other.words), before)
    t.same(await replayErasures(test.deps, file), { orders: 0, customers: 0, unreadable: 0 }, 'once')
  },
)

t.test('given a customer of whom only a cart is back, when the list is replayed, then the cart is gone', async (t) => {
  const file = await listFile(t)
  const person = newPerson()
  const body = { customerEmail: person.email, customerPhone: person.phone }
  t.equal((await test.send({ method: 'POST', url: '/api/cart', body })).status, 201)
  await appendErasures(file, [await line('Customer', person.key)])
  t.match(await replayErasures(test.deps, file), { customers: 1 })
  t.same(await tablesNaming(test, person.words), [])
})

t.test('given an order with the id of one that was purged, when the list is replayed, then it stays', async (t) => {
  const file = await listFile(t)
  const { id } = await deliveredOrder(test, newPerson().fields)
  await appendErasures(file, [await line('Order', id, new Date(Date.now() - 60_000))])
  t.match(await replayErasures(test.deps, file), { orders: 0 })
  t.equal((await test.send({ url: `/api/Orders/${id}` })).status, 200)
})

t.test('given a replay that is interrupted, when it is repeated, then it finishes', async (t) => {
  const file = await listFile(t)
  const person = await fullLife(test)
  await appendErasures(file, [await line('Order', person.id), await line('Customer', person.key)])
  for (const failing of [0, 1, 2]) {
    let calls = 0
    const { groups: _groups, ...alone } = test.deps
    const inTransaction: typeof test.deps.inTransaction = (work) => {
      if (++calls > failing) throw new Error('killed')
      return test.deps.inTransaction(work)
    }
    await replayErasures({ ...alone, inTransaction }, file).catch(() => undefined)
  }
  await replayErasures(test.deps, file)
  t.same(await tablesNaming(test, person.words), [])
})

t.test(
  'given lines of another key and damaged ones, when the list is read, then the former count and the latter are refused',
  async (t) => {
    const file = await listFile(t)
    await appendErasures(file, [{ ...(await line('Order', 'x')), keyId: 'another' }])
    t.same(await replayErasures(test.deps, file), { orders: 0, customers: 0, unreadable: 1 })
    await appendFile(file, '{"kind":"Order","sub')
    t.match(await replayErasures(test.deps, file), { unreadable: 1 }, 'a line that a crash has cut off')
    await appendFile(file, '\n')
    await appendErasures(file, [await line('Order', 'y')])
    await t.rejects(replayErasures(test.deps, file), /has no erasure in line 2/)
  },
)

t.test('given purges and an erasure, when the list is kept, then each is in the file once, also after a crash', async (t) => {
  const file = await listFile(t)
  const keep = () => keepErasureList({ query: test.database.query, file, log: test.deps.log })
  const person = await fullLife(test)
  const first = keep()
  const body = { customerKey: person.key }
  t.equal((await test.send({ method: 'POST', url: '/api/Customers/Erase', body })).status, 200)
  const expected = [await line('Order', person.id), await line('Customer', person.key)].map(({ subject }) => subject)
  const subjects = async () => {
    const found: string[] = []
    for await (const { subject } of readErasureFile(file)) found.push(subject)
    return found
  }
  const untilThere = async () => {
    for (let tries = 0; tries < 200; tries++) {
      if ((await subjects()).filter((one) => expected.includes(one)).length >= 2) return
      await sleep(50)
    }
  }
  await untilThere()
  await first.stop()
  t.same((await subjects()).filter((subject) => expected.includes(subject)).sort(), expected.sort())
  const whole = await readFile(file, 'utf8')
  await writeFile(file, whole.slice(0, -20))
  const second = keep()
  for (let tries = 0; tries < 200 && (await subjects()).length < whole.trim().split('\n').length; tries++) await sleep(50)
  await second.stop()
  const lines = (text: string) => text.trim().split('\n').sort()
  t.same(lines(await readFile(file, 'utf8')), lines(whole))
})
