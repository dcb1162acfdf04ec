// Shared process: it measures processor time.
import { Text } from '@open-oms/contracts/primitives'
import { BODY_LIMIT_BATCH, defineRoute, MEBIBYTE } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { register } from '../server/register-route.ts'
import { longestTurn } from '../testing/longest-turn.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testServer } from '../testing/test-server.ts'

const Line = Type.Object({ key: Text, value: Type.Optional(Text) })
const Row = Type.Object({ id: Text, lines: Type.Optional(Type.Array(Line, { maxItems: 1_000 })) })
const base = {
  tags: ['Test'],
  access: ['OrderAdmin'],
  summary: 'test',
  responses: { 204: null },
  bodyLimit: BODY_LIMIT_BATCH,
} as const
const addRows = defineRoute({
  ...base,
  method: 'POST',
  url: '/api/Rows',
  operationId: 'addRows',
  body: Type.Array(Row, { minItems: 1, maxItems: 1_000 }),
})
const addRow = defineRoute({ ...base, method: 'POST', url: '/api/Row', operationId: 'addRow', body: Row })

const database = await testDatabase(t)
const { app, send } = await testServer(t, { database })
for (const contract of [addRows, addRow]) {
  register(app, { inTransaction: database.inTransaction }, contract, async () => ({ status: 204 }))
}

const list = (count: number, item: (index: number) => string) => `[${Array.from({ length: count }, (_, i) => item(i)).join(',')}]`
const names = (row: number, count: number) => Array.from({ length: count }, (_, i) => `"x${row}_${i}":1`).join(',')
const lines = (count: number) => list(count, (index) => `{"key":"k${index}","value":"v"}`)

/**
 * Bodies that kept everybody waiting before, with the codes that are expected; undefined where the
 * body is accepted.
 */
const bodies: Record<string, [url: string, body: string, code: string | undefined]> = {
  'invented names in one object': ['/api/Rows', `[{"id":"a",${names(0, 400_000)}}]`, 'JsonTooManyValues'],
  'invented names in many objects': ['/api/Rows', list(1_000, (row) => `{"id":"a",${names(row, 400)}}`), undefined],
  'many too small objects': ['/api/Rows', list(600_000, () => '{}'), 'ValidationFailed'],
  'too many good rows': ['/api/Rows', list(300_000, () => '{"id":"a"}'), 'ValidationFailed'],
  'too many good lines': ['/api/Row', `{"id":"a","lines":${lines(200_000)}}`, 'ValidationFailed'],
  'a mistake behind many good rows': [
    '/api/Rows',
    `[${list(999, () => `{"id":"a","lines":${lines(200)}}`).slice(1, -1)},{}]`,
    'ValidationFailed',
  ],
  'lists within lists': ['/api/Rows', `${'['.repeat(30)}${lines(200_000).slice(1, -1)}${']'.repeat(30)}`, 'ValidationFailed'],
  'no JSON at the end': ['/api/Rows', `${list(100_000, (row) => `{${names(row, 4)}}`)}]`, 'MalformedJson'],
}

// Found by a trial from outside: a body of 5 MB kept a bystander waiting for 1 s on a quiet machine
// and for 6.8 s on a busy one.
for (const [name, [url, body, code]] of Object.entries(bodies)) {
  t.test(`given a long body with ${name}, when it is read, then no other request waits for half a second`, async (t) => {
    t.ok(body.length > 1.5 * MEBIBYTE)
    let response: Awaited<ReturnType<typeof send>> | null = null
    const ms = await longestTurn(async () => {
      response = await send({ method: 'POST', url, body, headers: { 'idempotency-key': name } })
    })
    t.match(response, code === undefined ? { status: 204 } : { status: 400, body: { error: code } })
    t.ok(ms < 250, `${Math.round(ms)} ms of the processor without a pause`)
  })
}
