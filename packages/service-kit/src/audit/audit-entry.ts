import { createHash, randomUUIDv7 } from 'node:crypto'
import type { AuditOutcome } from '@open-oms/contracts/audit/audit-acts'
import type { AuditEntry, AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import { cut } from '@open-oms/contracts/text/search-text'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../authentication/caller.ts'

/** What is recorded of an act; what is left out is not known, and the outcome `Succeeded`. */
export type NewAuditEntry = Pick<AuditEntry, 'act'> &
  Partial<Pick<AuditEntry, 'operation' | 'orderId' | 'customerKey'>> & {
    outcome?: AuditOutcome
    details?: Readonly<Record<string, string | number | boolean | null | undefined>>
    /** Now when absent. */
    time?: Date
  }

const nobody: AuditOrigin = { actorKind: null, actor: null, clientId: null, session: null, address: null, traceId: null }

/** The origin of what the system does by itself, under the name of the part that does it. */
export function systemOrigin(actor: string, traceId: string | null = null): AuditOrigin {
  return { ...nobody, actorKind: 'System', actor, traceId }
}

/** The origin of a command that a person runs beside the system, as the machine knows them. */
export function operatorOrigin(userName: string): AuditOrigin {
  return { ...nobody, actorKind: 'Operator', actor: userName }
}

/** Who sends a request; `caller` is null where nobody is proven. */
export function requestOrigin({ ip, traceId }: Pick<FastifyRequest, 'ip' | 'traceId'>, caller: Caller | null): AuditOrigin {
  if (caller === null) return { ...nobody, address: ip, traceId }
  const { clientId, actor, isPerson, session = null } = caller
  return { actorKind: isPerson === true ? 'Person' : 'Client', actor, clientId, session, address: ip, traceId }
}

const TEXT_LENGTH_MAX = 200

/** A whole entry, with an id and the time. */
export function auditEntry(service: string, origin: AuditOrigin, given: NewAuditEntry): AuditEntry {
  const {
    act,
    outcome = 'Succeeded',
    operation = null,
    orderId = null,
    customerKey = null,
    details = {},
    time = new Date(),
  } = given
  const known = Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, cut(String(value), TEXT_LENGTH_MAX)] as const],
  )
  return {
    id: randomUUIDv7(),
    time: time.toISOString(),
    act,
    outcome,
    ...origin,
    service,
    operation,
    orderId,
    customerKey: customerKey === null ? null : storedCustomerKey(customerKey),
    details: Object.fromEntries(known),
  }
}

/**
 * How the key of a customer is kept: a key that is an e-mail address or a number of theirs as a
 * hash, which is found by the key and outlives an erasure.
 */
export function storedCustomerKey(key: string): string {
  if (key.startsWith('id:')) return key
  return `sha256:${createHash('sha256').update(key.trim().toLowerCase()).digest('hex')}`
}
