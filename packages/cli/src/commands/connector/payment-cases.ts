import { randomUUID } from 'node:crypto'
import { paymentAnswers } from '@open-oms/contracts/connectors/payment-protocol'
import {
  asDelivery,
  effectCases,
  isAnswer,
  lostAnswerCase,
  malformedCases,
  newKey,
  type ProtocolCase,
  type Question,
  refusalCase,
  signatureCases,
} from './protocol-case.ts'
import { type Reply, settle, type Wire } from './wire.ts'

export type PaymentCheck = {
  amount: number
  currency: string
  paymentMethodName: string
  /** Authorisations of `amount` each that may be used up; absent where the connector authorises. */
  authorizations: readonly string[]
}

const transaction = ({ fields }: Reply) => fields.transactionId

/**
 * What a payment connector is held to (connectors.md#payment-protocol), in the order of playing: a
 * refund is one of the capture before it.
 */
export function paymentCases(check: PaymentCheck, wire: Wire): ProtocolCase[] {
  const { amount, currency, paymentMethodName } = check
  const orderId = `check-${randomUUID()}`
  const base = { orderId, amount, currency, paymentMethodName, authorization: null, capture: null }
  const named = (transactionId: unknown) => ({ transactionId, authorizationCode: null })
  const question = (operation: keyof typeof paymentAnswers, fields: object): Question => ({
    key: newKey(operation),
    fields: { ...base, operation, ...fields },
    answer: paymentAnswers[operation],
  })
  const unknown = () => question('capture', { authorization: named(`unknown-${randomUUID()}`) })
  const left = [...check.authorizations]
  const authorized = async () => left.shift() ?? (await authorize(wire, question('authorize', {})))
  let captured: unknown
  const half = Math.floor(amount / 2)
  return [
    ...signatureCases(unknown).filter(() => wire.secret !== null),
    ...malformedCases(unknown),
    ...['98.5', -1, 1e-7].map(
      (wrong): ProtocolCase =>
        refusalCase(`an amount of ${JSON.stringify(wrong)} is refused`, async () =>
          question('capture', { amount: wrong, authorization: named('unknown') }),
        ),
    ),
    refusalCase('a capture of an unknown authorisation is refused, and stays so', async () => unknown()),
    ...effectCases(
      'capture',
      async () => question('capture', { authorization: named(await authorized()) }),
      (reply) => {
        captured = transaction(reply)
        return captured
      },
    ),
    lostAnswerCase('refund', async () => question('refund', { amount: half, capture: named(captured) }), transaction),
    refusalCase('a refund of more than is left is refused', async () => question('refund', { capture: named(captured) })),
    lostAnswerCase('cancel', async () => question('cancel', { authorization: named(await authorized()) }), transaction),
  ]
}

/** Raises an error where the connector does not authorise. */
async function authorize(wire: Wire, asked: Question): Promise<string> {
  const reply = await settle(wire, asDelivery(asked))
  const wrong = isAnswer(reply, 'done', asked.answer)
  if (wrong !== null) throw new Error(`there is no authorisation left (--authorization), and none is made: ${wrong}`)
  return String(reply.fields.transactionId)
}
