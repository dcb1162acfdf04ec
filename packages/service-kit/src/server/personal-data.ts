import { Readable } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'
import { type HeldRights, hasPermission } from '@open-oms/contracts/permissions'
import { findCriterion, withoutPersonal } from '@open-oms/contracts/personal'
import type { RouteContract } from '@open-oms/contracts/route'
import type { TSchema } from '@sinclair/typebox'
import type { Caller } from '../authentication/caller.ts'
import type { FinishedResponse } from '../http/finish-response.ts'

/**
 * Whether personal data is hidden from the caller of a route (security.md#personal-data); public
 * routes have no caller, and show what they show to everybody.
 */
export function hidesPersonalData(contract: RouteContract, caller: Caller | null): boolean {
  return contract.access !== 'public' && caller !== null && !hasPermission(caller, 'SeePersonalData')
}

/**
 * Refuses, with `Forbidden`, filters and sorts by personal data of a caller who may not see it:
 * what is found, and in which order, would tell it.
 */
export function refuseHiddenFilters(caller: HeldRights, schema: TSchema | undefined, value: unknown): void {
  if (schema === undefined || hasPermission(caller, 'SeePersonalData')) return
  const found = findCriterion(schema, value)
  if (found !== null) throw new DomainError('Forbidden', `${found} needs the permission SeePersonalData.`)
}

/**
 * The response without personal data: the one place through which every response goes, kept ones
 * too. What is no JSON goes out only where its contract says that it may; else it is `Forbidden`.
 */
export function withoutPersonalData(contract: RouteContract, response: FinishedResponse): FinishedResponse {
  const { status, headers, body } = response
  if (body === null || status >= 400) return response
  if (typeof body === 'string' && String(headers['content-type']).startsWith('application/json')) {
    const schema = contract.responses[status]
    if (!schema) return response
    // A version has one entity tag, and this is not the whole of it.
    const { etag: _, ...others } = headers
    return { status, headers: others, body: JSON.stringify(withoutPersonal(schema, JSON.parse(body))) }
  }
  if (contract.filesForAll !== undefined) return response
  if (body instanceof Readable) body.destroy()
  throw new DomainError('Forbidden', 'This file needs the permission SeePersonalData.')
}
