import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, LongInteger, Model, Nullable, Text, Word } from '../primitives.ts'
import { actorKinds, auditActs, auditOutcomes } from './audit-acts.ts'

const fields = {
  id: described(Text, 'Identifies the record, also where it reaches another system.'),
  time: described(DateTime, 'When it happened.'),
  act: described(Word(auditActs), 'What was done.'),
  outcome: described(
    Word(auditOutcomes),
    '`Succeeded`; `Refused`: the system did not allow it; `Failed`: it was allowed and did not come about.',
  ),
  actorKind: described(
    Nullable(Word(actorKinds)),
    'Who the actor is: `Person`, `Client` (a program), `Operator` (commands beside the system) or `System`. Null: nobody is proven.',
  ),
  actor: described(Nullable(Text), 'Who did it, as proven by the session or the token. Null: nobody is.'),
  clientId: described(
    Nullable(Text),
    'The client of the token, or the identity of the person at a provider. Null where there is neither.',
  ),
  session: described(Nullable(Text), 'The session of the person, by a name that is good for nothing else.'),
  address: described(Nullable(Text), 'The address that the request came from, as far as proxies are trusted.'),
  service: described(Text, 'The process that recorded it.'),
  operation: described(Nullable(Text), 'The operation of the interface, or what wrote the version of the order.'),
  orderId: described(Nullable(Text), 'The order that it was done to.'),
  customerKey: described(
    Nullable(Text),
    'The customer that it was done to, by the `key` of customers. Of keys that are an e-mail address or a number a hash is kept, and found by the key.',
  ),
  traceId: described(Nullable(Text), 'Names the request in logs and traces.'),
  details: described(
    Type.Record(Type.String(), Type.String()),
    'What else there is to know, by name: amounts, names of documents, the code of an error. No personal data of customers.',
  ),
}

/** What happened, before it has a place in the chain. */
export const AuditEntry = Type.Object(fields)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditRecord = Model(
  'AuditRecord',
  {
    sequence: described(LongInteger, 'The place in the chain, from 1 without gaps.'),
    ...fields,
    hash: described(
      Text,
      'The SHA-256 over the hash before it and this record, in hexadecimal digits (audit.md#chain-of-records).',
    ),
  },
  'Who did what, where from, and how it ended.',
)
export type AuditRecord = Static<typeof AuditRecord>

/** Who is proven to ask for what is recorded, and from where. */
export type AuditOrigin = Pick<AuditEntry, 'actorKind' | 'actor' | 'clientId' | 'session' | 'address' | 'traceId'>

/**
 * Where the gateway and other services leave what happened, for the service that keeps the log
 * (audit.md#recording).
 */
export const auditStream = {
  name: 'AUDIT',
  subject: 'audit.recorded',
  consumer: 'orders-audit',
  keeper: 'orders-workflow',
} as const
