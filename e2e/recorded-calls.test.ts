// Shared process: a started system.
import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { requestToken } from '@open-oms/system/rest-client'
import t from 'tap'
import type { RecordedCall } from './recorded-calls/recorded-call.ts'
import { recordedCalls } from './recorded-calls/recorded-calls.ts'
import { anySystem } from './shared-system.ts'

type RecordedResponse = { status: number; headers: IncomingMessage['headers']; text: string }

/** Sends a call byte for byte as it is recorded. */
async function send(
  { call, headers = {}, body, isChunked }: RecordedCall,
  gatewayUrl: string,
  token: string,
): Promise<RecordedResponse> {
  const [method = '', path = ''] = call.split(' ')
  const bytes = body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const all: Record<string, string | null> = {
    authorization: `Bearer ${token}`,
    ...(bytes === null ? {} : { 'content-type': 'application/json' }),
    ...(bytes === null || isChunked ? {} : { 'content-length': String(bytes.length) }),
    ...headers,
  }
  const sent = startRequest(new URL(path, gatewayUrl), { method, agent: false })
  for (const [name, value] of Object.entries(all)) if (value !== null) sent.setHeader(name, value.replace('TOKEN', token))
  const response = await responseTo(sent, bytes)
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}

function responseTo(sent: ClientRequest, bytes: Buffer | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
    // A client that expects 100 waits for it.
    if (sent.getHeader('expect') === undefined) sent.end(bytes ?? undefined)
    else {
      sent.once('continue', () => sent.end(bytes ?? undefined))
      sent.flushHeaders()
    }
  })
}

t.test(
  'given calls as existing connectors make them, when they are sent, then each has the response that they expect',
  async (t) => {
    const { system } = await anySystem()
    const token = await requestToken(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
    for (const one of recordedCalls) {
      const found = await send(one, system.gatewayUrl, token)
      const name = `${one.call}: ${one.what}`
      t.equal(found.status, one.status, `${name}: ${found.text.slice(0, 300)}`)
      if (one.response !== undefined) t.match(JSON.parse(found.text), one.response, name)
      for (const [header, value] of Object.entries(one.responseHeaders ?? {}))
        t.match(found.headers[header], value, `${name}: ${header}`)
    }
  },
)
