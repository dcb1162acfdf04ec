import type { AuditOutcome } from '@open-oms/contracts/audit/audit-acts'
import type { AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import { errorStatus } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import { auditEntry, type NewAuditEntry } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { InTransaction } from '../database/transaction.ts'
import { asDomainError } from '../http/error-handler.ts'
import type { Log } from '../observability/log.ts'

/** What a record is made of. */
type RecordedRequest = {
  params?: unknown
  query?: unknown
  body?: unknown
  origin(): AuditOrigin
  log: Pick<Log, 'warn'>
}

/** A page of fewer is what people look at one after the other (audit.md#recording). */
const BULK_MIN = 100

/**
 * The handler of a route, recorded as its contract says: in its first transaction, else before its
 * response, so that nothing is done or shown that is not recorded. Acts that are refused or fail
 * are recorded as such; 403 is recorded where it is responded.
 */
export function audited<D extends { inTransaction: InTransaction }, R extends RecordedRequest, A>(
  trail: AuditTrail | null,
  contract: RouteContract,
  handler: (deps: D, request: R) => Promise<A>,
): (deps: D, request: R) => Promise<A> {
  const { audit } = contract
  if (trail === null || audit === undefined || audit === 'WithEffect') return handler
  return async (deps, request) => {
    const given = describeRequest(contract, request)
    if (given === null) return handler(deps, request)
    const entry = (outcome: AuditOutcome, error?: string) =>
      auditEntry(trail.service, request.origin(), { ...given, act: audit, outcome, details: { ...given.details, error } })
    let isNoted = false
    const inTransaction: InTransaction = async (work) => {
      const result = await deps.inTransaction((tx) => {
        if (!isNoted) trail.recordIn(tx, [entry('Succeeded')])
        return work(tx)
      })
      isNoted = true
      return result
    }
    try {
      const response = await handler({ ...deps, inTransaction }, request)
      if (!isNoted) await trail.record(entry('Succeeded'))
      return response
    } catch (error) {
      const { code } = asDomainError(error)
      const status = errorStatus[code]
      if (status !== 403 && audit !== 'BulkRead' && audit !== 'AuditRead')
        await trail
          .record(entry(status < 500 ? 'Refused' : 'Failed', code))
          .catch((err) => request.log.warn({ err }, 'an act that was refused could not be recorded in the audit log'))
      throw error
    }
  }
}

type Values = Readonly<Record<string, unknown>>

/** What is recorded of a request; null when it is not recorded: a dry run, or a small page. */
function describeRequest(contract: RouteContract, request: RecordedRequest): Omit<NewAuditEntry, 'act'> | null {
  const params = (request.params ?? {}) as Values
  const query = (request.query ?? {}) as Values
  const body = (request.body ?? {}) as Values
  if (query.dryRun === true) return null
  const size = pageSize(contract, query, body)
  if (contract.audit === 'BulkRead' && size !== null && size < BULK_MIN) return null
  const { orderId = body.orderId, customerKey = body.customerKey ?? query.customerKey, ...others } = params
  const texts = Object.entries({ ...others, name: query.name ?? others.name, act: query.act }).filter(([, value]) =>
    isText(value),
  )
  return {
    operation: contract.operationId,
    ...(isText(orderId) ? { orderId } : {}),
    ...(isText(customerKey) ? { customerKey } : {}),
    details: { ...(Object.fromEntries(texts) as Record<string, string>), size },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** How many entries a page is asked to have; null where the contract has no pages. */
function pageSize({ query, body }: RouteContract, sentQuery: Values, sentBody: Values): number | null {
  for (const name of ['take', 'pageSize']) {
    const asked = sentQuery[name] ?? sentBody[name]
    if (typeof asked === 'number') return asked
    const preset = (query?.properties?.[name] ?? body?.properties?.[name])?.default
    if (typeof preset === 'number') return preset
  }
  return null
}
