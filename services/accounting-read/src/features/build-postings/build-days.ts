import { DomainError } from '@oms/contracts/errors'
import type { Deps } from '../../deps.ts'
import { type Day, daysBetween, dueAt, instantsOf } from '../../domain/posting-date.ts'
import { timeZoneOf } from '../../domain/store-time-zone.ts'
import { daysToBuild, waitingDays } from '../../persistence/posting-draft-store.ts'
import { type BuildResult, buildDay } from './build-day.ts'

export type BuildRange = {
  from: Day
  /** Included. */
  to: Day
  /** Null: all stores. */
  storeId: string | null
}

/**
 * Builds every posting of a range of days, whether its day is over or not. Errors: ValidationFailed when postings are switched
 * off or the store is neither configured nor known from payments.
 */
export async function buildDays(deps: Deps, range: BuildRange): Promise<BuildResult[]> {
  requireEnabled(deps)
  const results: BuildResult[] = []
  for (const postingDate of daysBetween(range.from, range.to)) {
    const config = deps.config()
    const stores = config.stores
      .filter((store) => range.storeId === null || store.id === range.storeId)
      .map((store) => ({ storeId: store.id, ...instantsOf(postingDate, timeZoneOf(config, store.id)) }))
    const days = await daysToBuild(deps, { postingDate, storeId: range.storeId, stores })
    if (stores.length === 0 && days.length === 0)
      throw new DomainError('ValidationFailed', `There is no store "${range.storeId}".`)
    for (const day of days) results.push(await buildDay(deps, day))
  }
  return results
}

/**
 * Builds what waits and is due: days whose cut-off has passed and that have payments which no posting has yet, among them days
 * missed while the service was down, late payments, and drafts (4-decisions O.3, O.5). Days that cannot be built do not keep
 * the others from being built; `onFailure` is told.
 */
export async function buildDueDays(deps: Deps, onFailure: (error: unknown) => void): Promise<BuildResult[]> {
  const { accounting } = deps.config().settings
  if (!accounting.postingEnabled || !accounting.webFulfillmentPostingEnabled) return []
  const now = deps.now()
  const results: BuildResult[] = []
  for (const day of await waitingDays(deps)) {
    if (dueAt(day.postingDate, accounting.cutOffHour, timeZoneOf(deps.config(), day.storeId)) > now) continue
    await buildDay(deps, day).then((result) => results.push(result), onFailure)
  }
  return results
}

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
