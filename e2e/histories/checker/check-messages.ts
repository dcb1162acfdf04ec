import type { Facts, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/** Those of a purged order are removed with it. */
type MessageFacts = Pick<Facts, 'messages' | 'changes'>

/**
 * Messages to customers that were acknowledged and are lost, that were made twice or for a refused
 * request, that nobody asked to send again, and that were not sent in the end.
 */
export function messageFaults(operations: readonly Operation[], { messages, changes }: MessageFacts): Violation[] {
  const purged = new Set(changes.filter(({ kind }) => kind === 'purged').map(({ orderId }) => orderId))
  const ids = new Set(messages.map(({ id }) => id))
  const asked = operations.filter(({ operation }) => operation === 'sendInvoice' || operation === 'resend')
  const lost = asked.filter(({ status, response, orderId }) => {
    const { id } = (response ?? {}) as { id?: string }
    return isSuccess(status) && !purged.has(orderId as string) && !ids.has(id as string)
  })
  return [
    ...lost.map((one) => fault(aboutOf(one), 'was acknowledged; its message is not there')),
    ...asked.flatMap((one) => invoiceFaults(one, messages)),
    ...resendFaults(asked, messages),
    ...messages.filter(({ state }) => state !== 'Sent').map(({ id, state }) => fault(id, `is ${state} when all is at rest`)),
  ]
}

function invoiceFaults(operation: Operation, messages: Facts['messages']): Violation[] {
  if (operation.operation !== 'sendInvoice') return []
  const { mark, status, isUnclear } = operation
  const count = messages.filter(({ resendOf, recipients }) => resendOf === null && recipients.includes(`"${mark}@`)).length
  if (count > 1) return [fault(aboutOf(operation), `has ${count} messages`)]
  return count === 1 && !isSuccess(status) && !isUnclear
    ? [fault(aboutOf(operation), `was refused with ${status}; its message is there`)]
    : []
}

/** No more messages are sent again than were asked for. */
function resendFaults(asked: readonly Operation[], messages: Facts['messages']): Violation[] {
  const wanted = Map.groupBy(
    asked.filter((one) => one.operation === 'resend' && (isSuccess(one.status) || one.isUnclear)),
    ({ orderId }) => orderId,
  )
  const again = messages.filter(({ resendOf, orderId }) => resendOf !== null && orderId !== null)
  return [...Map.groupBy(again, ({ orderId }) => orderId)].flatMap(([orderId, own]) => {
    const most = wanted.get(orderId)?.length ?? 0
    return own.length > most ? [fault(orderId as string, `${own.length} messages were sent again; ${most} were asked for`)] : []
  })
}

const aboutOf = ({ operation, request, mark }: Operation) => `${operation} ${request} (${mark})`
const fault = (about: string, text: string): Violation => ({ check: 'message', about, text })
