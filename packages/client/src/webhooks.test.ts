import { createHmac } from 'node:crypto'
import t from 'tap'
import { readWebhook, SignatureError } from './webhooks.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const secret = 'a secret of the subscription'
const body = JSON.stringify({
  specversion: '1.0',
  id: 'e1',
  type: 'orders.order.created.v1',
  subject: 'Blåbær',
  data: { total: 1 },
})
const signed = (text = body, { key = secret, at = now / 1_000 } = {}) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`

t.test('given a request that the system signed, when it is read, then its event comes back', async (t) => {
  const event = { id: 'e1', type: 'orders.order.created.v1', subject: 'Blåbær', data: { total: 1 } }
  t.match(await readWebhook({ signature: signed(), body }, { secret, now }), event)
  t.match(await readWebhook({ signature: signed(), body: Buffer.from(body) }, { secret, now: now + 299_000 }), event)
})

t.test('given a header with more parts, when one signature fits, then the event comes back', async (t) => {
  const [time, own] = signed().split(',')
  const [, other] = signed(body, { key: 'the previous secret' }).split(',')
  for (const signature of [
    `${time},${other},${own}`,
    `${time},${own},${other}`,
    `${own},${time}`,
    `${time}, v2=abc, ${own},nonce=1,v1=cut`,
  ])
    t.match(await readWebhook({ signature, body }, { secret, now }), { id: 'e1' }, signature)
})

t.test('given another body, secret, time or form, when it is read, then it is refused', async (t) => {
  const refused: [string, string | null, string, number?][] = [
    ['another body', signed(), body.replace('1', '2')],
    ['another secret', signed(body, { key: 'another' }), body],
    ['a time that was not signed', signed().replace(/t=\d+/, `t=${now / 1_000 + 1}`), body],
    ['one digit less', signed().slice(0, -1), body],
    ['no hexadecimal digits', `t=${now / 1_000},v1=${'g'.repeat(64)}`, body],
    ['no header', null, body],
    ['no time', signed().replace(/t=\d+,/, ''), body],
    ['two signatures of other secrets', `${signed(body, { key: 'a' })},${signed(body, { key: 'b' }).split(',')[1]}`, body],
    ['a signature of another scheme', signed().replace('v1=', 'v2='), body],
    ['an old signature', signed(), body, now + 301_000],
    ['a signature of the future', signed(), body, now - 301_000],
  ]
  for (const [name, signature, text, at = now] of refused)
    await t.rejects(readWebhook({ signature, body: text }, { secret, now: at }), SignatureError, name)
})
