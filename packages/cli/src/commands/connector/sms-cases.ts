import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { effectCases, lostAnswerCase, malformedCases, type ProtocolCase, type Question, signatureCases } from './protocol-case.ts'
import type { Wire } from './wire.ts'

/**
 * The cases for an SMS gateway (connectors.md#sms-protocol). How often it sent a message cannot be
 * observed.
 */
export function smsCases({ to }: { to: string }, wire: Wire): ProtocolCase[] {
  const question = (change: object = {}): Question => {
    const id = randomUUID()
    return { key: id, answer: Type.Any(), fields: { id, from: null, to, text: 'A message of oms connector check.', ...change } }
  }
  const nothing = () => question({ to: null, text: null })
  const taken = () => 'taken'
  return [
    // Messages that could be sent: what cannot be read is turned away for that.
    ...signatureCases(() => question()).filter(() => wire.secret !== null),
    // A message has no operation.
    ...malformedCases(nothing).filter(({ name }) => !name.includes('operation')),
    ...effectCases('message', async () => question(), taken),
    lostAnswerCase('message', async () => question(), taken),
  ]
}
