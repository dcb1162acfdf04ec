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
  specversion: Type.Literal('1.0', { description: 'The version of CloudEvents.' }),
  id: Type.String({ minLength: 1, description: 'Unique. An event that is delivered again has the same id.' }),
  source: Type.String({ minLength: 1, description: 'The publisher.' }),
  type: Type.String({ minLength: 1, description: 'What happened, with the version of the data; also the subject at NATS.' }),
}
const Subject = Type.String({ minLength: 1, description: 'The id of the aggregate.' })
const Time = Type.String({ description: 'When it happened: ISO 8601, UTC.' })
const DataSchema = Type.String({ description: 'Names the schema of the data.' })
const Data = Type.Unknown({ description: 'What the type says; see its message.' })
const extensions = {
  sequence: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The number of the event within its aggregate, from 1, without gaps.' }),
  ),
  traceparent: Type.Optional(Type.String({ description: 'The trace that the event belongs to, as in W3C Trace Context.' })),
  correlationid: Type.Optional(Type.String({ description: 'The id that joins everything that one request led to.' })),
  causationid: Type.Optional(Type.String({ description: 'The id of what led to this event.' })),
  actor: Type.Optional(
    Type.String({
      description: 'Who made the change: the `sub` of the token, else its client; or a part of the system, such as `workflow`.',
    }),
  ),
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
export const EventEnvelope = Type.Object(
  {
    ...requiredAttributes,
    subject: Subject,
    time: Time,
    datacontenttype: Type.Literal('application/json', { description: 'Always JSON.' }),
    dataschema: DataSchema,
    ...extensions,
    data: Data,
  },
  { description: 'The envelope of every event: CloudEvents 1.0 in JSON.' },
)
export type EventEnvelope<D = unknown> = Omit<Static<typeof EventEnvelope>, 'data'> & { data: D }

/**
 * The envelope of events that others publish: only what CloudEvents requires is required
 * (events.md#envelope).
 */
export const ForeignEventEnvelope = Type.Object({
  ...requiredAttributes,
  subject: Type.Optional(Subject),
  time: Type.Optional(Time),
  datacontenttype: Type.Optional(
    Type.String({ description: 'JSON when absent. The data must fit its schema, whatever is given here.' }),
  ),
  dataschema: Type.Optional(DataSchema),
  ...extensions,
  data: Data,
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
