import { DomainError } from '@oms/contracts/errors'
import type { Deps } from '../../deps.ts'
import { type Day, dueAt } from '../../domain/posting-date.ts'
import { timeZoneOf } from '../../domain/store-time-zone.ts'
import { daysToBuild, type PostingDay, waitingDays } from '../../persistence/posting-draft-store.ts'
import { type BuildResult, buildDay } from './build-day.ts'

export type BuildRange = {
  from: Day
  /** Included. */
  to: Day
  /** Null: all stores. */
  storeId: string | null
}

/** Is told of a day that could not be built, and why; it does not keep the others from being built. */
export type OnFailure = (error: Error, day: PostingDay) => void

/**
 * Builds every posting of a range of days, whether its day is over or not. Errors: ValidationFailed when postings are switched
 * off or the store is neither configured nor has payments in the range.
 */
export async function buildDays(deps: Deps, range: BuildRange, onFailure: OnFailure): Promise<BuildResult[]> {
  requireEnabled(deps)
  const days = await daysToBuild(deps, range)
  const isKnown = range.storeId === null || deps.config().stores.some(({ id }) => id === range.storeId)
  if (days.length === 0 && !isKnown) throw new DomainError('ValidationFailed', `There is no store "${range.storeId}".`)
  const results: BuildResult[] = []
  for (const day of days) await buildDay(deps, day).then((result) => results.push(result), told(onFailure, day))
  return results
}

/**
 * Builds what waits and is due: days whose cut-off has passed and that have payments which no posting has yet, among them days
 * missed while the service was down, late payments, and drafts (4-decisions O.3, O.5).
 */
export async function buildDueDays(deps: Deps, onFailure: OnFailure): Promise<BuildResult[]> {
  const { accounting } = deps.config().settings
  if (!accounting.postingEnabled || !accounting.webFulfillmentPostingEnabled) return []
  const now = deps.now()
  const results: BuildResult[] = []
  for (const day of await waitingDays(deps)) {
    if (dueAt(day.postingDate, accounting.cutOffHour, timeZoneOf(deps.config(), day.storeId)) > now) continue
    await buildDay(deps, day).then((result) => results.push(result), told(onFailure, day))
  }
  return results
}

const told = (onFailure: OnFailure, day: PostingDay) => (error: Error) => onFailure(error, day)

function requireEnabled(deps: Deps): void {
  const { postingEnabled, webFulfillmentPostingEnabled } = deps.config().settings.accounting
  if (!postingEnabled)
    throw new DomainError('ValidationFailed', 'Postings are switched off: accounting.postingEnabled in settings.json.')
  if (!webFulfillmentPostingEnabled) {
    throw new DomainError(
      'ValidationFailed',
      'Postings of web orders are switched off: accounting.webFulfillmentPostingEnabled in settings.json.',
    )
  }
}
