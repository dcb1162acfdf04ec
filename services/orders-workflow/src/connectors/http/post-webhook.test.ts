import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { aSubscription, configured } from '../../testing/webhooks/test-webhooks.ts'
import { signingSecrets } from './connector-address.ts'
import { postWebhook, type WebhookPost } from './post-webhook.ts'

type SecretVariables = { secretVariable: string | null; previousSecretVariable: string | null }

const STANDARD = `whsec_${Buffer.from('a key of 24 bytes or more').toString('base64')}`
const secrets: Record<string, string> = { HOOK: 's3cret', STANDARD, EMPTY: '' }

const configuredSecrets = ({ secretVariable = null, previousSecretVariable = null }: Partial<SecretVariables>) =>
  signingSecrets({ secretVariable, previousSecretVariable }, (name) => secrets[name]) as WebhookPost['secrets']

const post = (url: string, fields: Partial<WebhookPost & SecretVariables> = {}) =>
  postWebhook({
    url,
    secrets: configuredSecrets(fields),
    allowPrivateAddresses: fields.allowPrivateAddresses ?? true,
    body: '{"id":"e1","data":"Ærlig"}',
    eventId: 'e1',
    signal: fields.signal ?? new AbortController().signal,
    resolve: fields.resolve,
  })

t.test('when an event is posted, then the receiver gets one signed POST of its envelope, byte by byte', async (t) => {
  const { calls, url } = await testReceiver(t, respond(202))
  t.same(await post(url, { secretVariable: 'HOOK' }), { taken: true, status: 202 })
  const [call] = calls
  t.equal(call?.text, '{"id":"e1","data":"Ærlig"}')
  t.match(call?.headers, { 'content-type': 'application/cloudevents+json', 'idempotency-key': 'e1' })
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-signature'])) ?? []
  t.ok(Math.abs(Number(seconds) - Date.now() / 1_000) < 300)
  t.equal(signature, createHmac('sha256', 's3cret').update(`${seconds}.${call?.text}`).digest('hex'))
})

t.test('given a secret, when an event is posted, then a verifier of Standard Webhooks accepts it', async (t) => {
  const { calls, url } = await testReceiver(t)
  await post(url, { secretVariable: 'STANDARD' })
  await post(url, { secretVariable: 'HOOK' })
  const [standard, text] = calls.map(({ text, headers }) => ({ text, headers: headers as Record<string, string> }))
  t.match(standard?.headers, { 'webhook-id': 'e1', 'webhook-timestamp': /^\d{10}$/, 'webhook-signature': /^v1,/ })
  t.same(new Webhook(STANDARD).verify(standard?.text ?? '', standard?.headers ?? {}), { id: 'e1', data: 'Ærlig' })
  t.same(new Webhook('s3cret', { format: 'raw' }).verify(text?.text ?? '', text?.headers ?? {}), { id: 'e1', data: 'Ærlig' })
  t.throws(() => new Webhook(STANDARD).verify(`${standard?.text} `, standard?.headers ?? {}), 'another body')
  t.throws(() => new Webhook(STANDARD).verify(text?.text ?? '', text?.headers ?? {}), 'another secret')
})

t.test('given a previous secret, when an event is posted, then receivers with either secret accept it', async (t) => {
  const { calls, url } = await testReceiver(t)
  await post(url, { secretVariable: 'STANDARD', previousSecretVariable: 'HOOK' })
  const { text = '', headers } = calls[0] ?? {}
  const [time, ...signatures] = String(headers?.['x-signature']).split(',')
  const of = (secret: string) =>
    createHmac('sha256', secret)
      .update(`${time?.slice(2)}.${text}`)
      .digest('hex')
  t.same(signatures, [`v1=${of(STANDARD)}`, `v1=${of('s3cret')}`], 'the new one first')
  const verify = (webhook: Webhook) => webhook.verify(text, headers as Record<string, string>)
  t.match(verify(new Webhook(STANDARD)), { id: 'e1' })
  t.match(verify(new Webhook('s3cret', { format: 'raw' })), { id: 'e1' })
  await post(url, { secretVariable: 'STANDARD', previousSecretVariable: 'MISSING' })
  t.match(calls[1]?.headers['x-signature'], /^t=\d+,v1=[0-9a-f]{64}$/, 'a previous one that is not set is left out')
})

t.test('given a secret that is not set, when an event is posted, then nothing is sent unsigned', async (t) => {
  const { calls, url } = await testReceiver(t)
  const subscribers = ['EMPTY', 'MISSING'].flatMap((secretVariable) =>
    configured([aSubscription({ url, secretVariable })], (name) => secrets[name]).current(),
  )
  t.equal(subscribers.length, 2)
  for (const { send } of subscribers)
    t.match(await send({ body: '{}', eventId: 'e1', attempts: 0 }, new AbortController().signal), {
      taken: false,
      status: null,
      reason: /secret is not set/,
    })
  t.same(calls, [])
})

t.test('when a response is not 2xx, then it is a failure, with Retry-After', async (t) => {
  const receiver = await testReceiver(t, respond(429, 'slow\r\ndown', { 'retry-after': '7' }))
  t.match(await post(receiver.url), {
    status: 429,
    reason: 'It responded with 429: slow down',
    waitMs: 7_000,
    hasResponded: false,
  })
  receiver.mood.reply = respond(503, '', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
  const later = await post(receiver.url)
  t.match(later, { taken: false, status: 503, hasResponded: false })
  t.ok('waitMs' in later && Number(later.waitMs) > 3_000_000)
  receiver.mood.reply = respond(404, 'x'.repeat(100_000))
  const long = await post(receiver.url)
  t.match(long, { taken: false, status: 404, hasResponded: true })
  t.ok('reason' in long && long.reason.length <= 500)
})

t.test('when a receiver redirects, then the redirect is not followed', async (t) => {
  const inside = await testReceiver(t)
  const { url } = await testReceiver(t, respond(307, '', { location: inside.url }))
  t.match(await post(url), { taken: false, status: 307 })
  t.same(inside.calls, [])
})

t.test(
  'given a receiver that is silent, breaks off or is absent, when an event is posted, then there is no response',
  async (t) => {
    const silent = await testReceiver(t, () => undefined)
    const signal = AbortSignal.timeout(200)
    t.match(await post(silent.url, { signal }), { taken: false, status: null, reason: 'It did not respond in time.' })
    const dying = await testReceiver(t, (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    })
    t.match(await post(dying.url), { taken: false, status: null, reason: /not reachable/, hasResponded: false })
    t.match(await post('http://127.0.0.1:1/'), { taken: false, reason: /ECONNREFUSED/ })
    t.match(await post('http://nobody.invalid/'), { taken: false, reason: /no address/ })
    const aborted = AbortSignal.abort()
    t.match(await post('http://example.com/', { signal: aborted, resolve: () => new Promise(() => undefined) }), {
      taken: false,
      reason: /not resolved in time/,
    })
  },
)

t.test('given a private address in any notation or a name of one, when an event is posted, then it is not called', async (t) => {
  const { calls, port, url } = await testReceiver(t)
  const allowPrivateAddresses = false
  const names = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0']
  for (const name of names)
    t.match(await post(`http://${name}:${port}/`, { allowPrivateAddresses }), { taken: false, reason: /not a global one/ }, name)
  const mixed = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  t.match(await post(`http://example.com:${port}/`, { allowPrivateAddresses, resolve: mixed }), { reason: /not a global one/ })
  t.same(calls, [])
  const platform = async () => [{ address: '168.63.129.16', family: 4 }]
  for (const name of ['168.63.129.16', '[::ffff:168.63.129.16]', '169.254.169.254', '100.100.100.200', '[fd00:ec2::254]'])
    t.match(
      await post(`http://${name}:${port}/`, { allowPrivateAddresses }),
      { reason: /not a global one/ },
      `a cloud's: ${name}`,
    )
  t.match(await post(`http://example.com:${port}/`, { allowPrivateAddresses, resolve: platform }), { reason: /not a global one/ })
  t.match(await post(url.replace('127.0.0.1', 'localhost')), { taken: true }, 'a name is fine where private ones are allowed')
})

t.test('when an event is posted, then the name is resolved once and the checked address is called', async (t) => {
  const { calls, port } = await testReceiver(t)
  let asked = 0
  const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  t.match(await post(`http://nobody.invalid:${port}/`, { resolve }), { taken: true })
  t.same([asked, calls.length, calls[0]?.headers.host], [1, 1, `nobody.invalid:${port}`])
})
