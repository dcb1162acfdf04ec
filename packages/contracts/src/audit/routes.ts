import { Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, described, Key, Model, Nullable, Text, Word } from '../primitives.ts'
import { defineRoute, type RouteContract } from '../route.ts'
import { auditActs, auditOutcomes } from './audit-acts.ts'
import { AuditRecord } from './audit-record.ts'

export const AUDIT_PAGE_DEFAULT = 100
export const AUDIT_PAGE_MAX = 1_000

const filters = {
  from: described(Type.Optional(DateTime), 'Only what happened then or later.'),
  to: described(Type.Optional(DateTimeUpTo), 'Only what happened until then.'),
  actor: described(Type.Optional(Key), 'Only what this person or client did, in any letter case.'),
  act: described(Type.Optional(Word(auditActs)), 'Only what was done of this kind.'),
  outcome: described(Type.Optional(Word(auditOutcomes)), 'Only what ended so.'),
  orderId: described(Type.Optional(Text), 'Only what was done to this order.'),
  customerKey: described(Type.Optional(Text), 'Only what was done to this customer, by its `key`.'),
  traceId: described(Type.Optional(Text), 'Only what this request led to.'),
}

export const searchAuditRecords = defineRoute({
  method: 'GET',
  url: '/api/Audit/Records',
  operationId: 'searchAuditRecords',
  summary: 'Searches the audit log, newest records first.',
  description: 'For administrators of all stores. Each search is recorded itself. What happened is here about a second later.',
  tags: ['Audit'],
  access: ['OrderAdmin'],
  permission: 'Configuration',
  audit: 'AuditRead',
  query: Type.Object({
    ...filters,
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_PAGE_MAX, default: AUDIT_PAGE_DEFAULT })),
      'How many records a page has at most.',
    ),
    after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before.' })),
  }),
  responses: {
    200: Model(
      'AuditPage',
      {
        result: described(Type.Array(AuditRecord), 'The records, newest first.'),
        next: described(Nullable(Text), 'The `after` of the page behind this one. Null: there is none.'),
      },
      'A page of the audit log.',
    ),
  },
})

/** Every route of the audit log. */
export const auditRoutes: readonly RouteContract[] = [searchAuditRecords]
