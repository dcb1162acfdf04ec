import t from 'tap'
import { tablesNaming } from '../../testing/tables-naming.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'
import { deliveredOrder, fullLife, newPerson } from '../../testing/test-persons.ts'
import { continueErasures, eraseCustomer } from './erase-customer.ts'

const test = await testOrders(t)
const all = { clientId: 'desk', actor: 'desk', roles: ['OrderAdmin'], storeIds: null } as const

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  test.send({ method: 'POST', url, body, headers })
const erase = (customerKey: string, as: { storeIds?: string[] } = {}) =>
  test.send({ method: 'POST', url: '/api/Customers/Erase', body: { customerKey }, as })
const delivered = (fields: Record<string, unknown>) => deliveredOrder(test, fields)

t.test(
  'given a customer with everything, when it is erased, then nothing names it any more and the response says what stays',
  async (t) => {
    const { words, key, id } = await fullLife(test)
    const before = await tablesNaming(test, words)
    const expected = [
      'order',
      'order_search',
      'order_version',
      'order_customer',
      'message',
      'cart',
      'saved_search',
      'customer_note',
    ]
    for (const table of [...expected, 'webhook_delivery', 'staff_notification', 'inventory_movement', 'kit.idempotency_key'])
      t.ok(before.includes(table), table)
    const response = await erase(key)
    t.match(response, {
      status: 200,
      body: {
        isFinished: true,
        remainingOrders: 0,
        relatedCustomers: 0,
        erased: { orders: 1, carts: 1, notes: 1, notifications: 1, savedSearches: 1, texts: 1 },
        kept: [
          { place: 'Ledger', until: `${new Date().getUTCFullYear() + 6}-01-01T00:00:00.000Z` },
          {},
          {},
          { place: 'Backups' },
          {},
          {},
        ],
      },
    })
    t.ok(response.body.erased.responses >= 3, 'the comment, the cart and the note')
    t.notMatch(response.text, new RegExp(words[0] ?? ''))
    t.same(await tablesNaming(test, words), [])
    const repeated = { orderId: id, commentText: `Til ${words[0]}`, sendEmail: true, sendSms: true }
    const again = await post('/api/Orders/AddComment', repeated, { 'idempotency-key': `/api/Orders/AddComment-${id}` })
    t.match(
      again,
      { status: 422, body: { error: 'IdempotencyKeyReused', message: /was erased/ } },
      'a repeated request writes nothing',
    )
    t.match(
      await erase(key),
      { status: 200, body: { isFinished: true, erased: { orders: 0 } } },
      'a second erasure has no effect',
    )
  },
)

t.test('given another person, when a customer is erased, then everything of the other one stays', async (t) => {
  const other = await fullLife(test)
  const before = await tablesNaming(test, other.words)
  const { key } = await fullLife(test)
  t.equal((await erase(key)).status, 200)
  t.same(await tablesNaming(test, other.words), before)
})

t.test('given an order that is not delivered or whose run waits, when its customer is erased, then nothing is', async (t) => {
  const person = await fullLife(test)
  const open = await createdOrder(test, person.fields)
  await test.background.idle()
  const before = await tablesNaming(test, person.words)
  const refused = await erase(person.key)
  t.match(refused, { status: 409, body: { error: 'CustomerHasOpenOrders' } })
  t.match(refused.body.message, new RegExp(`order "${open.id}" has goods that have not left`))
  t.same(await tablesNaming(test, person.words), before)
  t.equal((await test.send({ method: 'DELETE', url: `/api/Orders/${open.id}` })).status, 200)
  await test.background.idle()
  await test.database.query({
    text: `insert into workflow_run (id, order_id, status, state, started, plan, fencing_token) values (gen_random_uuid(), $1, 'New', 'Waiting', now(), '[]', 1)`,
    values: [person.id],
  })
  t.match((await erase(person.key)).body.message, new RegExp(`order "${person.id}" has a workflow run under way`))
  await test.database.query({ text: `delete from workflow_run where state = 'Waiting' and order_id = $1`, values: [person.id] })
  t.match(
    await erase(person.key),
    { status: 200, body: { isFinished: true, erased: { orders: 2 } } },
    'a deleted order goes as well',
  )
  t.same(await tablesNaming(test, person.words), [])
})

t.test('given two erasures at once, when both have ended, then both are finished and nothing is left', async (t) => {
  const { fields, key, words } = newPerson()
  for (let count = 0; count < 6; count++) await delivered(fields)
  const responses = await Promise.all([erase(key), erase(key), erase(key)])
  for (const response of responses) t.match(response, { status: 200, body: { isFinished: true } }, response.text)
  t.same(await tablesNaming(test, words), [])
})

t.test('given an erasure that was interrupted at any point, when it is asked for again, then it finishes', async (t) => {
  for (const failing of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const { fields, key, words } = newPerson()
    const first = await delivered(fields)
    await delivered({ ...fields, customerName: `Gunvor ${words[0]}` })
    const response = await post(
      '/api/Orders/AddComment',
      { orderId: first.id, commentText: `Til ${words[0]}` },
      { 'idempotency-key': first.id },
    )
    t.equal(response.status, 200)
    let calls = 0
    const cut: typeof test.deps.inTransaction = (work) => {
      if (++calls > failing) throw new Error('killed')
      return test.deps.inTransaction(work)
    }
    const { groups: _groups, ...alone } = test.deps
    const write = { operation: 'PurgeOrder', by: 'desk', actor: 'desk', requireScope: () => undefined } as const
    await eraseCustomer({ ...alone, inTransaction: cut }, all, { customerKey: key, write }).catch(() => undefined)
    if (failing % 2 === 0) {
      // Nobody asks again.
      await test.database.query({ text: `update customer_erasure set begun = begun - interval '6 minutes'` })
      await continueErasures(test.deps, new AbortController().signal)
    } else t.match(await erase(key), { status: 200, body: { isFinished: true } })
    t.same(await tablesNaming(test, words), [], `after ${failing} transactions`)
  }
})

t.test('given what is no key, or a client of one store, when a customer is erased or exported, then it is refused', async (t) => {
  const { key } = newPerson()
  t.match(await erase('kari'), { status: 400, body: { errors: { customerKey: [String] } } })
  t.match(await erase(key, { storeIds: ['Oslo-01'] }), { status: 403, body: { error: 'Forbidden' } })
  const body = { customerKey: key, after: 'x' }
  t.match(await post('/api/Customers/Export', body), { status: 400, body: { errors: { after: [String] } } })
  const limited = {
    method: 'POST',
    url: '/api/Customers/Export',
    body: { customerKey: key },
    as: { storeIds: ['Oslo-01'] },
  } as const
  t.equal((await test.send(limited)).status, 403)
})

t.test('given another key with the same e-mail address, when a customer is erased, then the response counts it', async (t) => {
  const { fields, key } = newPerson()
  await delivered(fields)
  await delivered({ ...fields, customerNumber: `N-${key}` })
  t.match(await erase(key), { status: 200, body: { relatedCustomers: 1, erased: { orders: 1 } } })
})

t.test('when a customer is exported, then every record of it is there once, in pages', async (t) => {
  const { key, words, id, fields } = await fullLife(test)
  const second = await delivered(fields)
  const records: { kind: string; id: string; orderId: string | null; document: Record<string, unknown> }[] = []
  for (let after: string | null = null; ; ) {
    const { status, body } = await post('/api/Customers/Export', { customerKey: key, after })
    t.equal(status, 200)
    records.push(...body.records)
    after = body.next
    if (after === null) break
  }
  const kinds = Map.groupBy(records, ({ kind }) => kind)
  t.same(
    kinds.get('order')?.map((record) => record.id),
    [id, second.id].sort(),
  )
  for (const kind of ['orderVersion', 'message', 'webhookDelivery', 'note', 'cart', 'savedSearch']) t.ok(kinds.has(kind), kind)
  t.equal(new Set(records.map((record) => `${record.kind}/${record.id}`)).size, records.length)
  const text = JSON.stringify(records)
  for (const word of words) t.ok(text.includes(word), word)
})
