import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** The JetStream streams and the subjects they hold (events.md#streams). */
export const streams = {
  ORDERS: 'orders.>',
  CATALOG: 'catalog.>',
  ACCOUNTING: 'accounting.>',
  ERP: 'erp.>',
} as const
export type StreamName = keyof typeof streams

export type EventContract<D extends TSchema = TSchema> = {
  /** `<service>.<aggregate>.<past-verb>.v1`; also the subject it is published on. */
  type: string
  stream: StreamName
  /**
   * The kind of thing whose row gives the sequence, when it is another than the second part of the
   * type: a payment's event counts with its order. All events of one subject and aggregate share
   * one sequence without gaps.
   */
  aggregate?: string
  summary: string
  data: D
}

/** Declares an event once; publisher, consumers and the event catalogue read this constant. */
export function defineEvent<const T extends EventContract>(contract: T): T {
  return contract
}

const requiredAttributes = {
  specversion: Type.Literal('1.0'),
  id: Type.String({ minLength: 1 }),
  source: Type.String({ minLength: 1 }),
  type: Type.String({ minLength: 1 }),
}
const Subject = Type.String({ minLength: 1, description: 'The id of the aggregate.' })
const extensions = {
  /** Per aggregate, from 1, without gaps. */
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
  traceparent: Type.Optional(Type.String()),
  correlationid: Type.Optional(Type.String()),
  causationid: Type.Optional(Type.String()),
  actor: Type.Optional(Type.String()),
  producerversion: Type.Optional(Type.String({ description: 'The version of the service that made the event.' })),
  publicbase: Type.Optional(
    Type.String({
      description:
        'What the addresses of stored files in this event begin with, where it has any. A consumer that stores addresses uses it to recognise the part that changes with a move.',
    }),
  ),
}

/**
 * The CloudEvents 1.0 envelope in JSON of events that this system publishes (events.md#envelope).
 */
export const EventEnvelope = Type.Object({
  ...requiredAttributes,
  subject: Subject,
  time: Type.String(),
  datacontenttype: Type.Literal('application/json'),
  dataschema: Type.String(),
  ...extensions,
  data: Type.Unknown(),
})
export type EventEnvelope<D = unknown> = Omit<Static<typeof EventEnvelope>, 'data'> & { data: D }

/**
 * The envelope of events that others publish: only what CloudEvents requires is required
 * (events.md#envelope).
 */
export const ForeignEventEnvelope = Type.Object({
  ...requiredAttributes,
  subject: Type.Optional(Subject),
  time: Type.Optional(Type.String()),
  datacontenttype: Type.Optional(
    Type.String({ description: 'JSON when absent. The data must fit its schema, whatever is given here.' }),
  ),
  dataschema: Type.Optional(Type.String()),
  ...extensions,
  data: Type.Unknown(),
})
export type ForeignEventEnvelope<D = unknown> = Omit<Static<typeof ForeignEventEnvelope>, 'data'> & { data: D }

/** The stream of events that others publish. */
export const foreignStream = 'ERP' satisfies StreamName

/**
 * The envelope that the events of a contract come in. Of a contract that is not known any further
 * it may be either.
 */
export type EnvelopeOf<C extends EventContract> = typeof foreignStream extends C['stream']
  ? ForeignEventEnvelope<Static<C['data']>>
  : EventEnvelope<Static<C['data']>>
