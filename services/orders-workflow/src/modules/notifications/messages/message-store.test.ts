import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { enqueueMessages, onNewMessages } from '../../../order/store/new-message-store.ts'
import { enqueued, expirePauses, messageRows, sampleEmail, sampleSms } from '../../../testing/messages/test-messages.ts'
import { lockDue } from '../send/composition-store.ts'
import { forgetPurgedMessages, forgetSent, noteKeptIn } from './message-removal.ts'
import { countByKind, deleteOld } from './message-statements.ts'
import {
  type ClaimedMessage,
  claimMessages,
  countMessages,
  deleteOldMessages,
  keepWaiting,
  markFailed,
  markSent,
} from './message-store.ts'

const all = { email: 100, sms: 100 }

async function claimedOne(database: TestDatabase): Promise<ClaimedMessage> {
  const [message] = await claimMessages(database, all)
  if (message === undefined) throw new Error('nothing is due')
  return message
}

t.test('when messages are stored, then they commit or roll back with their cause', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  let notified = 0
  t.teardown(onNewMessages(() => notified++))
  await t.rejects(
    database.inTransaction(async (tx) => {
      enqueueMessages(tx, [sampleEmail()])
      throw new Error('the cause failed')
    }),
    /the cause failed/,
  )
  t.same(await messageRows(database), [])
  t.equal(notified, 0)
  await enqueued(database, [])
  t.equal(notified, 0)
  const [email] = await enqueued(database, [sampleEmail(), sampleSms()])
  t.equal(notified, 1)
  const rows = await messageRows(database)
  t.match(rows, [
    { id: email?.id, order_id: '7', kind: 'email', connector: 'email', state: 'Waiting', attempts: 0, sent: null },
    { kind: 'sms', state: 'Waiting' },
  ])
})

t.test('when a message is claimed, then it is as stored, and no other process gets it', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const [email, sms] = await enqueued(database, [sampleEmail({ subject: 'Ærlig "talt" \u0000' }), sampleSms()])
  const claimed = await claimMessages(database, all)
  const byKind = (kind: string) => claimed.find((message) => message.kind === kind)
  t.same(byKind('email'), { ...email, attempt: 1 })
  t.same(byKind('sms'), { ...sms, attempt: 1 })
  t.same(await claimMessages(database, all), [])
})

t.test('when messages are claimed, then up to the limit of each kind are taken, the longest due first', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const mails = [sampleEmail(), sampleEmail(), sampleEmail()]
  for (const mail of mails) await enqueued(database, [mail])
  await enqueued(database, [sampleSms(), sampleSms()])
  const first = await claimMessages(database, { email: 2, sms: 1 })
  t.same(
    new Set(first.filter(({ kind }) => kind === 'email').map(({ id }) => id)),
    new Set(mails.slice(0, 2).map(({ id }) => id)),
  )
  t.equal(first.length, 3)
  t.same(await claimMessages(database, { email: 0, sms: 0 }), [])
  t.equal((await claimMessages(database, { email: 0, sms: 5 })).length, 1)
  t.equal((await claimMessages(database, { email: 5, sms: 5 })).length, 1)
})

t.test('given concurrent claims, when all have ended, then each has different messages', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await enqueued(
    database,
    Array.from({ length: 60 }, () => sampleEmail()),
  )
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimMessages(database, { email: 5, sms: 5 })))
  const ids = claims.flat().map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.length >= 5)
})

t.test('given a message that was claimed again, when outcomes are recorded, then only the last claim counts', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await enqueued(database, [sampleEmail()])
  const late = await claimedOne(database)
  await expirePauses(database)
  const holder = await claimedOne(database)
  t.equal(holder.attempt, 2)
  t.same(await markSent(database, [late]), [false])
  t.equal(await markFailed(database, late, { reason: 'no' }), false)
  t.equal(await keepWaiting(database, late, { reason: 'no', pauseMs: 0 }), null)
  t.match(await messageRows(database), [{ state: 'Waiting', failure_reason: null }])
  t.same(await markSent(database, [holder]), [true])
  t.match(await messageRows(database), [{ state: 'Sent', sent: Date, failure_reason: null }])
  t.equal(await markFailed(database, holder, { reason: 'no' }), false, 'what is sent stays sent')
})

// What several tries ask for together is one statement, with a result for each of them.
t.test('given two claims of one message, when one statement records both, then only the last one counts', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await enqueued(database, [sampleEmail()])
  const late = await claimedOne(database)
  await expirePauses(database)
  const holder = await claimedOne(database)
  t.same(await noteKeptIn(database, [late, holder], randomUUID()), ['lost', 'noted'])
  t.same(await markSent(database, [holder, late]), [true, false])
})

t.test('when a message reached some recipients, then it waits for its next try to the others', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await enqueued(database, [sampleEmail({ to: ['kari@example.com', 'ola@example.com'] })])
  const failure = { reason: '450 later', open: ['ola@example.com'] }
  t.equal(await keepWaiting(database, await claimedOne(database), { ...failure, pauseMs: 60_000 }), 'Waiting')
  t.same(await claimMessages(database, all), [], 'not before the pause is over')
  t.match(await messageRows(database), [{ state: 'Waiting', failure_reason: '450 later', attempts: 1 }])
  await expirePauses(database)
  const again = await claimedOne(database)
  t.match(again, { attempt: 2, content: { to: ['kari@example.com', 'ola@example.com'], open: ['ola@example.com'] } })
  t.equal(await keepWaiting(database, again, { reason: 'away', pauseMs: 0 }), 'Waiting')
  t.match(await claimedOne(database), { attempt: 3, content: { open: ['ola@example.com'] } }, 'it stays with those')
})

t.test('given a message that has waited for a day, when its next try fails, then it is given up, and not before', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const age = (interval: string) => database.query({ text: `update message set created = now() - interval '${interval}'` })
  await enqueued(database, [sampleEmail()])
  await age('23 hours 59 minutes')
  t.equal(await keepWaiting(database, await claimedOne(database), { reason: 'away', pauseMs: 0 }), 'Waiting')
  await age('24 hours 1 minute')
  const last = await claimedOne(database)
  t.equal(await keepWaiting(database, last, { reason: 'still unreachable', pauseMs: 0 }), 'Failed')
  t.match(await messageRows(database), [{ state: 'Failed', failure_reason: 'still unreachable' }])
  t.same(await claimMessages(database, all), [])
})

t.test('when messages are counted, then those waiting and those given up are by kind, with the age of the oldest', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  t.same(await countMessages(database), { waiting: { email: 0, sms: 0 }, failed: { email: 0, sms: 0 }, oldestSeconds: 0 })
  await enqueued(database, [sampleEmail(), sampleEmail(), sampleEmail(), sampleSms()])
  const [sent, failed] = (await claimMessages(database, { email: 2, sms: 0 })) as [ClaimedMessage, ClaimedMessage]
  await markSent(database, [sent])
  await markFailed(database, failed, { reason: '550' })
  await database.query({ text: `update message set created = now() - interval '1 hour' where kind = 'sms' or state = 'Failed'` })
  const { oldestSeconds, ...counts } = await countMessages(database)
  t.same(counts, { waiting: { email: 1, sms: 1 }, failed: { email: 1, sms: 0 } })
  t.ok(oldestSeconds > 3_599 && oldestSeconds < 3_660, String(oldestSeconds))
})

t.test('when old messages are deleted, then waiting ones stay', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await enqueued(database, [sampleEmail(), sampleEmail(), sampleEmail(), sampleEmail()])
  const [sent, failed, young] = await claimMessages(database, { email: 3, sms: 0 })
  await markSent(database, [sent as ClaimedMessage])
  await markFailed(database, failed as ClaimedMessage, { reason: '550' })
  await markSent(database, [young as ClaimedMessage])
  await database.query({
    text: `update message set created = now() - interval '91 days' where id <> $1`,
    values: [young?.id],
  })
  t.equal(await deleteOldMessages(database), 2)
  t.same(new Set((await messageRows(database)).map(({ state }) => state)), new Set(['Waiting', 'Sent']))
  t.equal(await deleteOldMessages(database), 0)
})

t.test(
  'given messages of a purged order, when they are deleted, then the sent one goes and the waiting one is sent first',
  async (t) => {
    const database = await testDatabase(t, 'orders-workflow')
    await enqueued(database, [sampleEmail(), sampleEmail()])
    const [sent] = (await claimMessages(database, { email: 1, sms: 0 })) as [ClaimedMessage]
    await markSent(database, [sent])
    await forgetPurgedMessages(database)
    t.equal((await messageRows(database)).length, 2)
    await database.query({ text: 'update message set order_id = null' })
    await forgetPurgedMessages(database)
    t.match(await messageRows(database), [{ state: 'Waiting' }])
    const waiting = await claimedOne(database)
    t.equal(waiting.orderId, null)
    t.same(await markSent(database, [waiting]), [true])
    await forgetPurgedMessages(database)
    t.same(await messageRows(database), [])
  },
)

// Every hour, in every process, all messages were read to find expired ones; with millions the
// statement times out.
t.test('given many messages, when old, due or unsent ones are looked for, then the others are not read', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await database.query({
    text: `insert into message (id, order_id, kind, connector, content, state, created)
      select gen_random_uuid(), 'O-' || n, 'email', 'email', '{}', 'Sent', now() from generate_series(1, 5000) as n`,
  })
  await database.owner.query({ text: 'analyze message' })
  for (const [{ text }, index] of [
    [deleteOld, /message_ended_created_idx/],
    [forgetSent, /message_order_id_idx/],
    [lockDue, /message_compose_at_idx/],
    [countByKind, /message_compose_at_idx/],
    [countByKind, /message_kind_next_attempt_idx/],
  ] as const) {
    const plan = await database.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}` })
    const steps = plan.map((row) => row['QUERY PLAN']).join('\n')
    t.match(steps, index)
    t.notMatch(steps, /Seq Scan/)
  }
})

t.test('given a message that was given up, when the statement of the guide runs, then it is sent again', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const guide = await readFile(new URL('../../../../../../docs/how-to/resend-messages.md', import.meta.url), 'utf8')
  const text = /^update message set[^;]*/m.exec(guide)?.[0] ?? ''
  const [first, second] = await enqueued(database, [sampleEmail({ to: ['a@x.no', 'b@x.no'] }), sampleEmail()])
  const failed = (await claimMessages(database, all)).find(({ id }) => id === first?.id) as ClaimedMessage
  await markFailed(database, failed, { reason: '550', open: ['b@x.no'] })
  await database.query({ text: `update message set created = now() - interval '3 days'` })
  for (const id of [first?.id, second?.id]) await database.query({ text: text.replace(/id = '[^']*'/, `id = '${id}'`) })
  const again = await claimedOne(database)
  t.match(again, { id: first?.id, attempt: 2, content: { open: ['b@x.no'] } }, 'only what was given up, for those alone')
  t.equal(await keepWaiting(database, again, { reason: 'away', pauseMs: 0 }), 'Waiting', 'it has another day')
})
