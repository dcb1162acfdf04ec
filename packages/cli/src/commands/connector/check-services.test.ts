import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { callOms } from '../../testing/call-oms.ts'

const SECRET = 'a secret'
const BODY_MAX = 1_000_000

function isGenuine({ headers }: IncomingMessage, body: string): boolean {
  const parts = String(headers['x-signature'] ?? '')
    .split(',')
    .map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) <= 300)) return false
  const expected = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')
  return parts.some(([name, hex]) => name === 'v1' && hex === expected)
}

type ServiceRequest = { operation?: unknown; order?: { id?: unknown }; to?: unknown; text?: unknown; dryRun?: unknown }
type Service = {
  /** What is answered to a request with a key. */
  answer: (asked: ServiceRequest, key: string) => unknown
  isAsk?: boolean
  checks?: boolean
  slowMs?: number
}

/**
 * A service as a shop writes it: it checks signature and body, and keeps its answers by their key.
 */
async function serve(t: Test, { answer, isAsk = true, checks = true, slowMs = 0 }: Service): Promise<string> {
  const kept = new Map<string, unknown>()
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const send = (status: number, content: unknown) => response.writeHead(status).end(JSON.stringify(content))
    if (request.method !== 'POST') return send(405, {})
    if (checks && !isGenuine(request, body)) return send(401, {})
    if (body.length > BODY_MAX) return send(413, {})
    let asked: ServiceRequest | null = null
    try {
      asked = JSON.parse(body)
    } catch {
      return send(400, {})
    }
    const isRequest = isAsk
      ? asked?.operation === 'ask' && typeof asked.order?.id === 'string'
      : typeof asked?.to === 'string' && typeof asked.text === 'string'
    if (!isRequest) return send(400, {})
    await sleep(slowMs)
    const key = String(request.headers['idempotency-key'])
    const known = kept.get(key) ?? answer(asked as ServiceRequest, key)
    kept.set(key, known)
    return send(200, known)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function check(t: Test, service: Service, ...more: string[]) {
  const url = await serve(t, service)
  const kind = service.isAsk === false ? ['sms', '--to', '+4790000000'] : ['ask']
  const timeout = service.slowMs === undefined ? '10000' : '500'
  const args = [
    'connector',
    'check',
    url,
    '--kind',
    ...kind,
    '--secret-variable',
    'SECRET',
    '--wait',
    '300',
    '--timeout',
    timeout,
  ]
  return await callOms([...args, ...more], { environment: { SECRET } })
}

t.test('given services that keep to the protocol, whatever they decide, when they are checked, then all is ok', async (t) => {
  const answers = [
    { result: 'done', tags: ['checked'] },
    { result: 'warning', message: 'A new address.' },
    { result: 'refused', message: 'No.' },
    { result: 'pending', message: 'Kari looks at it.' },
  ]
  for (const answer of answers) {
    const { code, stdout, stderr } = await check(t, { answer: () => answer })
    t.equal(code, 0, stdout)
    t.match(stderr, /^20 passed, 0 failed/m, answer.result)
  }
  const sent = await check(t, { isAsk: false, answer: () => ({}) })
  t.equal(sent.code, 0, sent.stdout)
  t.match(sent.stderr, /^1\d passed, 0 failed/m)
})

const broken: [string, Service, RegExp][] = [
  ['without signatures', { answer: () => ({ result: 'done' }), checks: false }, /not ok 1 - a request without a signature/],
  [
    'with another field',
    { answer: () => ({ result: 'done', price: 1 }) },
    /not ok \d+ - a question is answered as the protocol says/,
  ],
  [
    'with an effect beside pending',
    { answer: () => ({ result: 'pending', tags: ['a'] }) },
    /with pending there may be a message only/,
  ],
  [
    'that is slow',
    { answer: () => ({ result: 'done' }), slowMs: 700 },
    /not ok \d+ - a question[^\n]*in time\n {2}no response in 500 ms/,
  ],
  ['that ignores dry runs', { answer: ({ dryRun }) => (dryRun === true ? {} : { result: 'done' }) }, /not ok \d+ - a dry run/],
]
for (const [what, service, line] of broken)
  t.test(`given a service ${what}, when it is checked, then that rule is named and it ends with 1`, async (t) => {
    const { code, stdout } = await check(t, service)
    t.equal(code, 1)
    t.match(stdout, line)
  })

t.test('given a service that forgets its answers, when it is checked, then what repeats is named', async (t) => {
  let count = 0
  const forgetful = { toJSON: () => ({ result: 'done', message: String(++count) }) }
  const { code, stdout } = await check(t, { answer: () => forgetful })
  t.equal(code, 1)
  for (const rule of ['five at once have one answer', 'repeated in slow parts', 'a lost answer is found again'])
    t.match(stdout, new RegExp(`not ok \\d+ - ${rule}`))
})

t.test('given a gateway of messages that takes unsigned ones, when it is checked, then it is named', async (t) => {
  const { code, stdout } = await check(t, { isAsk: false, answer: () => ({}), checks: false })
  t.equal(code, 1)
  t.match(stdout, /not ok 2 - a signature by another secret is turned away|not ok 1 - a request without a signature/)
})
