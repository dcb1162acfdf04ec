import { mayHoldFileAddress, removePublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { EventEnvelope, ForeignEventEnvelope, foreignStream } from '@open-oms/contracts/event'
import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { Consumer, EventHandler } from './consumer.ts'

/**
 * An event of ours or of someone else, who may leave out what CloudEvents makes optional. Without
 * a subject it has the empty one.
 */
export type ReceivedEvent = ForeignEventEnvelope & { subject: string }

/**
 * An event whose envelope, and data if its type is handled, are as the contract says; without a
 * handler it has no effect.
 */
export type IncomingEvent = { event: ReceivedEvent; handler: EventHandler | undefined; envelope: string }

/**
 * An event that can never be handled as it is. What can be read of it is kept for the dead letter.
 */
export type RefusedEvent = {
  eventId: string
  type: string
  source: string
  subject: string
  sequence: number | null
  envelope: string
  reason: string
}

/**
 * `messageId` identifies the message where it has no usable id:
 * `<stream>:<sequence in the stream>`.
 */
export type EventReader = (envelope: string, messageId: string) => { incoming: IncomingEvent } | { refused: RefusedEvent }

const ownEnvelope = TypeCompiler.Compile(EventEnvelope)
const foreignEnvelope = TypeCompiler.Compile(ForeignEventEnvelope)

/** Longest id, source, type or subject: they are keys of indexes. */
const KEY_LENGTH_MAX = 255

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= KEY_LENGTH_MAX && !value.includes('\0')
}

function isSequence(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

/** The text without NUL characters, which Postgres does not take. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

function parse(envelope: string): unknown {
  try {
    return JSON.parse(envelope)
  } catch {
    return undefined
  }
}

/**
 * What someone else has sent, with only the attributes that say something. In the JSON format of
 * CloudEvents null means absent; without a subject there is no aggregate whose events a sequence
 * could count.
 */
function foreignAttributes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = value as Record<string, unknown>
  const hasSubject = (fields.subject ?? null) !== null
  const isSet = (name: string) => name === 'data' || (fields[name] !== null && (hasSubject || name !== 'sequence'))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isSet(name)))
}

function withSubject(event: ForeignEventEnvelope): ReceivedEvent {
  return event.subject === undefined ? { ...event, subject: '' } : (event as ReceivedEvent)
}

/** NUL and halves of pairs: JSON has them as escapes only. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

/**
 * The data without what Postgres keeps in no text. The publisher keeps it as JSON, where it does no
 * harm; here it would fail each try, and hold up all later events of its aggregate.
 */
function storableData(data: unknown, envelope: string): unknown {
  if (!UNSTORABLE.test(envelope)) return data
  return JSON.parse(JSON.stringify(data), (_name, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )
}

function envelopeFault(value: unknown, check: TypeCheck<TSchema>): string | null {
  if (value === undefined) return 'not JSON'
  if (!check.Check(value)) {
    const first = check.Errors(value).First()
    return `${first?.path || '/'}: ${first?.message}`
  }
  const event = value as ForeignEventEnvelope
  const keys = ['id', 'source', 'type', 'subject'] as const
  const longKey = keys.find((name) => event[name] !== undefined && !isKey(event[name]))
  if (longKey !== undefined) return `/${longKey}: longer than ${KEY_LENGTH_MAX} characters, or with a NUL character`
  return event.sequence === undefined || isSequence(event.sequence) ? null : '/sequence: too large'
}

function refuse(value: unknown, envelope: string, fault: { messageId: string; reason: string }): { refused: RefusedEvent } {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const text = (name: string) => (isKey(fields[name]) ? fields[name] : '')
  return {
    refused: {
      eventId: text('id') || fault.messageId,
      type: text('type'),
      source: text('source'),
      subject: text('subject'),
      sequence: isSequence(fields.sequence) ? fields.sequence : null,
      envelope: storable(envelope),
      reason: fault.reason,
    },
  }
}

function removeBase(event: ReceivedEvent, ownBase: string | undefined): void {
  const base = event.publicbase ?? ownBase
  if (base !== undefined) removePublicBase(event.data, base)
}

/**
 * Makes the function that reads the envelopes of a consumer's events and checks them against their
 * contracts. Addresses of stored files come out without the base that they were published with;
 * events of before that name none had `publicBase`.
 */
export function eventReader(consumer: Consumer, publicBase?: string): EventReader {
  const checks = new Map<string, TypeCheck<TSchema>>()
  for (const [type, { contract }] of consumer.handlers) checks.set(type, TypeCompiler.Compile(contract.data))
  const isForeign = consumer.stream === foreignStream
  return (envelope, messageId) => {
    const value = isForeign ? foreignAttributes(parse(envelope)) : parse(envelope)
    const fault = envelopeFault(value, isForeign ? foreignEnvelope : ownEnvelope)
    if (fault !== null) return refuse(value, envelope, { messageId, reason: `The envelope is malformed at ${fault}` })
    const event = withSubject(value as ForeignEventEnvelope)
    event.data = storableData(event.data, envelope)
    if (mayHoldFileAddress(envelope)) removeBase(event, publicBase)
    const check = checks.get(event.type)
    if (check !== undefined && !check.Check(event.data)) {
      const first = check.Errors(event.data).First()
      return refuse(value, envelope, {
        messageId,
        reason: `The data breaks the contract at ${first?.path || '/'}: ${first?.message}`,
      })
    }
    const handler = consumer.handlers.get(event.type)
    return { incoming: { event, handler: handler?.concerns?.(event) === false ? undefined : handler, envelope } }
  }
}
