import { ApiError, ConnectionError } from '@open-oms/client/errors'
import t from 'tap'
import type { Item } from '../import-kinds.ts'
import { type SendItems, sendLeavingOut } from './send-leaving-out.ts'

type Refusal = { status?: number; code?: string; errors?: Record<string, string[]>; retryAfterMs?: number | null }

const refusal = ({ status = 400, code = 'ValidationFailed', errors = {}, retryAfterMs = null }: Refusal) =>
  new ApiError({ status, code, message: `${code}.`, errors, fields: {}, traceId: null, requestId: null, retryAfterMs })

const items = (...names: string[]): Item[] => names.map((name) => ({ name }))
const itemNames = (some: readonly Item[]) => some.map(({ name }) => name as string)

/** Takes all items but those of which `why` says why not. */
function sender(why: (names: string[]) => ApiError | null) {
  const requests: [key: string, names: string[]][] = []
  const send: SendItems = async (some, key) => {
    requests.push([key, itemNames(some)])
    const error = why(itemNames(some))
    if (error !== null) throw error
    return some.map(() => ({ outcome: 'updated', reason: null }))
  }
  return { requests, send }
}

t.test('given a refusal that names rows, when items are sent, then the others are sent with a key of their own', async (t) => {
  const { requests, send } = sender((names) => {
    const bad = names.flatMap((name, index) => (name === 'bad' ? [[`[${index}].quantity`, ['must not be negative']]] : []))
    return bad.length === 0 ? null : refusal({ errors: Object.fromEntries(bad) })
  })
  t.same(await sendLeavingOut(items('a', 'bad', 'b', 'bad'), 'import-1-0', send), [
    { outcome: 'updated', reason: null },
    { outcome: 'refused', reason: 'quantity must not be negative' },
    { outcome: 'updated', reason: null },
    { outcome: 'refused', reason: 'quantity must not be negative' },
  ])
  t.same(requests, [
    ['import-1-0', ['a', 'bad', 'b', 'bad']],
    ['import-1-0.5', ['a', 'b']],
  ])
})

t.test('given a refusal that names no row, when items are sent, then halves are, until the one is known', async (t) => {
  const { requests, send } = sender((names) => (names.includes('bad') ? refusal({ status: 413, code: 'PayloadTooLarge' }) : null))
  const sent = await sendLeavingOut(items('a', 'b', 'bad', 'c'), 'k', send)
  t.same(
    sent.map(({ outcome }) => outcome),
    ['updated', 'updated', 'refused', 'updated'],
  )
  t.equal(sent[2]?.reason, 'PayloadTooLarge.')
  t.equal(new Set(requests.map(([key]) => key)).size, requests.length, 'no key is used for other content')
  const again = sender((names) => (names.includes('bad') ? refusal({ status: 413, code: 'PayloadTooLarge' }) : null))
  await sendLeavingOut(items('a', 'b', 'bad', 'c'), 'k', again.send)
  t.same(again.requests, requests, 'a repetition has the same keys')
})

t.test('given rows that are refused no more, when the import goes on, then no key is used for other content', async (t) => {
  const refusing = (...bad: string[]) =>
    sender((names) => {
      const errors = names.flatMap((name, index) => (bad.includes(name) ? [[`[${index}]`, ['has no warehouse']]] : []))
      return errors.length === 0 ? null : refusal({ errors: Object.fromEntries(errors) })
    })
  const batch = items('a', 'b', 'c', 'd')
  const before = refusing('b', 'd')
  await sendLeavingOut(batch, 'k', before.send)
  const after = refusing('d')
  await sendLeavingOut(batch, 'k', after.send)
  t.same(before.requests[1], ['k.5', ['a', 'c']])
  t.same(after.requests[1], ['k.7', ['a', 'b', 'c']])
})

t.test('given a large batch, when most of it is refused, then no key is longer than one may be', async (t) => {
  const names = Array.from({ length: 500 }, (_, index) => `${index}`)
  const { requests, send } = sender((some) => (some.length > 1 ? refusal({}) : null))
  await sendLeavingOut(items(...names), `import-${'x'.repeat(36)}-9999`, send)
  const keys = requests.map(([key]) => key)
  t.equal(new Set(keys).size, 999)
  t.ok(keys.every((key) => key.length <= 255))
})

t.test(
  'given failures about something else than items, when items are sent, then they are raised and nothing is refused',
  async (t) => {
    const failures = [
      refusal({ status: 401, code: 'Unauthorized' }),
      refusal({ status: 403, code: 'Forbidden' }),
      refusal({ status: 409, code: 'IdempotencyInFlight', retryAfterMs: 1_000 }),
      refusal({ status: 422, code: 'IdempotencyKeyReused' }),
      refusal({ status: 503, code: 'Unavailable' }),
      new ConnectionError('no response'),
    ]
    for (const failure of failures) {
      const send: SendItems = async () => {
        throw failure
      }
      await t.rejects(sendLeavingOut(items('a', 'b'), 'k', send), failure)
    }
    const { send } = sender((names) =>
      names.length > 1 ? refusal({ status: 403, errors: { '[1]': ['is of another store'] } }) : null,
    )
    t.match(await sendLeavingOut(items('a', 'b'), 'k', send), [{ outcome: 'updated' }, { reason: 'is of another store' }])
  },
)
