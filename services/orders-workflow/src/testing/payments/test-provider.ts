import type { ServerResponse } from 'node:http'
import type { Connector } from '@open-oms/contracts/config/connectors'
import { type Reply, respond, testReceiver } from '../webhooks/test-receiver.ts'
import { holdTimeouts, runOutOfTime } from './held-timeouts.ts'

/**
 * How a provider treats one call. It has one effect per key, and a repeated call gets the first
 * result.
 */
export type Manner =
  | 'does'
  | 'refuses'
  | 'rejects'
  | 'fails'
  | 'failsAfter'
  | 'isSilent'
  | 'isSilentAfter'
  | 'isSlow'
  | 'dies'
  | 'diesAfter'
  | 'talksNonsense'
  | 'repeatsItself'

// biome-ignore lint/suspicious/noExplicitAny: what a service sends is for the tests to assert.
export type Effect = { key: string; body: any }

/**
 * A provider behind a real server on loopback: each call is treated in the next of `manners`,
 * repeating the last. `effects` are its effects, in order; `calls` the requests. Calls time out
 * when it is silent, and not before.
 */
export async function testProvider(t: { teardown(end: () => unknown): unknown }, manners: Manner[] = ['does']) {
  const effects: Effect[] = []
  const refused = new Set<string>()
  holdTimeouts(t)
  const left = [...manners]
  const reply: Reply = (response, call) => {
    const key = String(call.headers['idempotency-key'])
    const manner = (left.length > 1 ? left.shift() : left[0]) as Manner
    const known = effects.find((effect) => effect.key === key)
    if (known === undefined && refused.has(key)) return void response.writeHead(200).end('{"status":"refused","message":"No."}')
    if (known === undefined && (manner === 'refuses' || manner === 'rejects')) refused.add(key)
    else if (known === undefined && !doesNothing.has(manner)) effects.push({ key, body: JSON.parse(call.text) })
    outcomes[known !== undefined && manner === 'refuses' ? 'does' : manner](response, key)
  }
  const server = await testReceiver(t, reply)
  return { ...server, effects, manners: left }
}

const doesNothing: ReadonlySet<Manner> = new Set(['fails', 'isSilent', 'dies'])
const SLOW_MS = 60

function providerResult(key: string): string {
  const tracking = {
    trackingNumber: `T${key.slice(0, 8)}`,
    trackingLink: 'https://t.example/1',
    labelLink: 'https://l.example/1',
  }
  return JSON.stringify({
    status: 'done',
    transactionId: `tx-${key}`,
    authorizationCode: 'A1',
    url: `https://pay.example/${key.slice(0, 8)}`,
    bookingId: `b-${key}`,
    ...tracking,
  })
}

const done = (response: ServerResponse, key: string) => void response.writeHead(200).end(providerResult(key))
const dies = (response: ServerResponse, key: string) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write(providerResult(key).slice(0, 20))
  setTimeout(() => response.destroy(), 10)
}

const outcomes: Record<Manner, (response: ServerResponse, key: string) => void> = {
  does: done,
  refuses: (response) => void response.writeHead(200).end('{"status":"refused","message":"No."}'),
  rejects: (response) => respond(422, 'not this card')(response, { headers: {}, text: '', at: 0 }, 0),
  fails: (response) => void response.writeHead(503).end(),
  failsAfter: (response) => void response.writeHead(500).end(),
  isSilent: runOutOfTime,
  isSilentAfter: runOutOfTime,
  isSlow: (response, key) => void setTimeout(done, SLOW_MS, response, key),
  dies,
  diesAfter: dies,
  talksNonsense: (response) => void response.writeHead(200).end('<html>Welcome</html>'),
  repeatsItself: (response, key) => {
    const result = providerResult(key)
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${result.length}\r\n\r\n${result}`
    response.socket?.write(head + head)
  },
}

let connectors = 0

/** A separate connector for each test, as each has its own circuit breaker. */
export function connectorTo(url: string, fields: Partial<Connector> = {}): Connector {
  const id = `provider-${++connectors}`
  return {
    id,
    name: id,
    kind: 'payment',
    type: 'http',
    url,
    urlVariable: null,
    secretVariable: null,
    previousSecretVariable: null,
    sender: null,
    timeoutMs: 300,
    retries: 0,
    breakerOpenMs: 15_000,
    active: true,
    ...fields,
  }
}
