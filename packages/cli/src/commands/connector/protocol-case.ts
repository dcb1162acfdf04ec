import { randomUUID } from 'node:crypto'
import { signatureHeaders } from '@open-oms/service-kit/http/signature-headers'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Delivery, deliver, type Reply, settle, type Wire } from './wire.ts'

/** A rule of the protocol that a connector is held to: null when it keeps it, else what it did. */
export type ProtocolCase = { name: string; play(wire: Wire): Promise<string | null> }

/** A request that can be sent: its key, its fields, and the model of its answer. */
export type Question = { key: string; fields: Record<string, unknown>; answer: TSchema }

export function newKey(what: string): string {
  return `check-${what}-${randomUUID()}`
}

export function asDelivery({ key, fields }: Pick<Question, 'key' | 'fields'>): Delivery {
  return { key, body: JSON.stringify(fields) }
}

/** What was answered, in one line for people. */
export function described({ status, fields, failure }: Reply): string {
  return failure ?? `it responded with ${status} ${JSON.stringify(fields).slice(0, 300)}`
}

/** Null when the reply is an answer of the protocol with this status. */
export function isAnswer(reply: Reply, status: 'done' | 'refused', model: TSchema): string | null {
  const isRefusalByStatus = status === 'refused' && reply.status >= 400 && reply.status < 500 && !isOpen(reply)
  if (isRefusalByStatus) return null
  const isRight = reply.status >= 200 && reply.status < 300 && reply.outcome === status
  if (!isRight) return described(reply)
  return Value.Check(model, reply.fields) ? null : `violates the protocol: ${described(reply)}`
}

/** Statuses that say nothing about the request (connectors.md#connector-outcomes). */
function isOpen({ status }: Reply): boolean {
  return [401, 407, 408, 409, 425, 429].includes(status)
}

/** Null when the reply moves nothing: any response but a 2xx with `done` or `warning`. */
function isNotDone(reply: Reply): string | null {
  if (reply.failure !== null) return described(reply)
  return reply.status < 300 && (reply.outcome === 'done' || reply.outcome === 'warning') ? described(reply) : null
}

/** The same request with what makes it another one on the wire. */
function variant(question: Question, change: Partial<Delivery>): Delivery {
  return { ...asDelivery(question), ...change }
}

/** Null when a request was turned away for its signature. */
function isTurnedAway(reply: Reply): string | null {
  return reply.status >= 400 && reply.status < 500 ? null : described(reply)
}

/** The cases about signatures. `question` makes a request that moves nothing. */
export function signatureCases(question: () => Question): ProtocolCase[] {
  const refuses = (name: string, change: (wire: Wire, question: Question) => Partial<Delivery>): ProtocolCase => ({
    name,
    play: async (wire) => {
      const asked = question()
      return isTurnedAway(await deliver(wire, variant(asked, change(wire, asked))))
    },
  })
  return [
    refuses('a request without a signature is turned away', () => ({ headers: { 'x-signature': undefined } })),
    refuses('a signature by another secret is turned away', () => ({ secret: 'another secret' })),
    refuses('a signature of ten minutes ago is turned away', () => ({ signedSecondsAgo: 600 })),
    refuses('a signature of in ten minutes is turned away', () => ({ signedSecondsAgo: -600 })),
    refuses('a signature of another body is turned away', (wire, asked) => ({
      body: JSON.stringify({ ...asked.fields, orderId: 'another' }),
      headers: signed(wire, asked),
    })),
    {
      name: 'while the secret is replaced, either of two signatures counts',
      play: async (wire) => {
        const asked = question()
        const { 'x-signature': own = '' } = signed(wire, asked)
        const both = own.replace(',v1=', `,v1=${'0'.repeat(SIGNATURE_DIGITS)},v1=`)
        const reply = await deliver(wire, variant(asked, { headers: { 'x-signature': both } }))
        return reply.status === 401 || reply.failure !== null ? described(reply) : null
      },
    },
  ]
}

const SIGNATURE_DIGITS = 64

function signed({ secret }: Wire, { key, fields }: Question): Record<string, string> {
  return signatureHeaders({ id: key, body: JSON.stringify(fields), time: new Date() }, [secret ?? ''])
}

/** The cases about bodies that no system sends. */
export function malformedCases(question: () => Question): ProtocolCase[] {
  const bodies: [string, (fields: Record<string, unknown>) => string][] = [
    ['an empty body', () => ''],
    ['a body that is cut off', (fields) => JSON.stringify(fields).slice(0, -5)],
    ['a body that is a list', () => '[]'],
    ['a body that is null', () => 'null'],
    ['an unknown operation', (fields) => JSON.stringify({ ...fields, operation: 'constructor' })],
    ['no operation', ({ operation: _, ...fields }) => JSON.stringify(fields)],
    ['a body of two megabytes', (fields) => JSON.stringify({ ...fields, padding: 'x'.repeat(2 * 1024 * 1024) })],
  ]
  const cases = bodies.map(
    ([name, write]): ProtocolCase => ({
      name: `${name} is no request`,
      play: async (wire) => {
        const { key, fields } = question()
        const reply = await deliver(wire, { key, body: write(fields) })
        // Whoever reads no further may hang up.
        return name.endsWith('megabytes') && reply.status === 0 ? null : (isNotDone(reply) ?? isNoServerError(reply))
      },
    }),
  )
  const get: ProtocolCase = {
    name: 'a GET is no request',
    play: async (wire) => {
      const reply = await deliver(wire, { ...asDelivery(question()), method: 'GET', body: '' })
      return isNotDone(reply) ?? (reply.status < 400 ? described(reply) : null)
    },
  }
  return [...cases, get]
}

/** A 5xx would be repeated, however often: what cannot be read never gets better. */
function isNoServerError(reply: Reply): string | null {
  return reply.status >= 500 ? described(reply) : null
}

/** The cases of a request that is carried out: it is one effect, however it is asked for. */
export function effectCases(what: string, ask: () => Promise<Question>, transaction: (reply: Reply) => unknown): ProtocolCase[] {
  const name = (rest: string) => `${what}: ${rest}`
  let first: { question: Question; reply: Reply } | undefined
  return [
    {
      name: name('five at once are one, and done'),
      play: async (wire) => {
        const question = await ask()
        const replies = await Promise.all(Array.from({ length: 5 }, () => settle(wire, asDelivery(question))))
        const wrong = replies.map((reply) => isAnswer(reply, 'done', question.answer)).find((one) => one !== null)
        first = { question, reply: replies[0] as Reply }
        const names = new Set(replies.map(transaction))
        return wrong ?? (names.size === 1 ? null : `they are ${[...names].join(' and ')}`)
      },
    },
    {
      name: name('repeated in slow parts it has the first answer'),
      play: async (wire) => {
        if (first === undefined) return 'there was no first one'
        const again = await settle(wire, { ...asDelivery(first.question), parts: 5 })
        const wrong = isAnswer(again, 'done', first.question.answer)
        return wrong ?? (transaction(again) === transaction(first.reply) ? null : described(again))
      },
    },
  ]
}

/** A request whose first response is lost is found by the same one. */
export function lostAnswerCase(what: string, ask: () => Promise<Question>, transaction: (reply: Reply) => unknown): ProtocolCase {
  return {
    name: `${what}: a lost answer is found again`,
    play: async (wire) => {
      const question = await ask()
      await deliver(wire, { ...asDelivery(question), hangsUp: true })
      const found = await settle(wire, asDelivery(question))
      const again = await settle(wire, asDelivery(question))
      const wrong = isAnswer(found, 'done', question.answer)
      return wrong ?? (transaction(found) === transaction(again) ? null : `${described(found)}, then ${described(again)}`)
    },
  }
}

/** A request that cannot be carried out is refused, and stays refused. */
export function refusalCase(name: string, ask: () => Promise<Question>): ProtocolCase {
  return {
    name,
    play: async (wire) => {
      const question = await ask()
      const [reply, again] = [await settle(wire, asDelivery(question)), await settle(wire, asDelivery(question))]
      return isAnswer(reply, 'refused', question.answer) ?? isAnswer(again, 'refused', question.answer)
    },
  }
}
