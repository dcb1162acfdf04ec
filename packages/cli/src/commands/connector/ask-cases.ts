import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { completer } from '@open-oms/contracts/complete'
import { AskAnswer } from '@open-oms/contracts/connectors/ask-protocol'
import { Order } from '@open-oms/contracts/orders/order'
import { Value } from '@sinclair/typebox/value'
import {
  asDelivery,
  described,
  malformedCases,
  newKey,
  type ProtocolCase,
  type Question,
  signatureCases,
} from './protocol-case.ts'
import { deliver, type Reply, settle, type Wire } from './wire.ts'

export type AskCheck = {
  question: string
  /** The order that is asked about; null: a small one. */
  order: Record<string, unknown> | null
}

/** What a service that is asked is held to (connectors.md#ask-protocol), whatever it decides. */
export function askCases({ question: text, order }: AskCheck, wire: Wire): ProtocolCase[] {
  const question = (change: object = {}): Question => {
    const asked = order ?? smallOrder()
    const about = { kind: 'Order', id: asked.id }
    const subject = { about, order: asked, line: null, shipment: null, returnOrderForm: null }
    const run = { question: text, runId: randomUUID(), stepId: 'check', status: asked.status, dryRun: false }
    return { key: newKey('ask'), answer: AskAnswer, fields: { operation: 'ask', ...run, ...subject, ...change } }
  }
  const noOrder = () => question({ order: 'none', about: null })
  return [
    // One that could be answered: what cannot be read is turned away for that.
    ...signatureCases(() => question({ dryRun: true })).filter(() => wire.secret !== null),
    ...malformedCases(noOrder),
    {
      name: 'a question is answered as the protocol says, in time',
      play: async (wire) => violation(await deliver(wire, asDelivery(question()))),
    },
    {
      name: 'a dry run is answered as the protocol says',
      play: async (wire) => violation(await deliver(wire, asDelivery(question({ dryRun: true })))),
    },
    {
      name: 'what is pending has an answer later, or stays pending',
      play: async (wire) => violation(await settle(wire, asDelivery(question()))),
    },
    {
      name: 'five at once have one answer',
      play: async (wire) => {
        const delivery = asDelivery(question())
        const replies = await Promise.all(Array.from({ length: 5 }, () => settle(wire, delivery)))
        return replies.map(violation).find((one) => one !== null) ?? differing(replies)
      },
    },
    {
      name: 'repeated in slow parts it has the first answer',
      play: async (wire) => {
        const delivery = asDelivery(question())
        const [first, again] = [await settle(wire, delivery), await settle(wire, { ...delivery, parts: 5 })]
        return violation(first) ?? violation(again) ?? differing([first, again])
      },
    },
    {
      name: 'a lost answer is found again',
      play: async (wire) => {
        const delivery = asDelivery(question())
        await deliver(wire, { ...delivery, hangsUp: true })
        const [found, again] = [await settle(wire, delivery), await settle(wire, delivery)]
        return violation(found) ?? violation(again) ?? differing([found, again])
      },
    },
  ]
}

/** Null for an answer of the protocol; a 4xx refuses as a whole, and no answer is one in time. */
function violation(reply: Reply): string | null {
  const isAnswer = reply.status >= 200 && reply.status < 300 && Value.Check(AskAnswer, reply.fields)
  if (!isAnswer) return described(reply)
  const { result, message: _, ...effects } = reply.fields
  if (result !== 'pending' || Object.keys(effects).length === 0) return null
  return `with pending there may be a message only: ${described(reply)}`
}

/** Null where the answers that stay are equal: what was pending or refused may be another later. */
function differing(replies: readonly Reply[]): string | null {
  const lasting = replies.filter(({ outcome }) => outcome === 'done' || outcome === 'warning')
  const [first] = lasting
  const other = lasting.find(({ fields }) => !isDeepStrictEqual(fields, first?.fields))
  return first === undefined || other === undefined ? null : `${described(first)}, then ${described(other)}`
}

function smallOrder(): Record<string, unknown> {
  const id = `check-${randomUUID()}`
  const lineItems = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 125, taxRate: 25 }]
  return completer(Order)({ id, orderNumber: id, status: 'InProgress', orderForm: { lineItems } })
}
