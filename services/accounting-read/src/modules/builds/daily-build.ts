import type { Log } from '@oms/service-kit/database/database'
import { holdLock } from '@oms/service-kit/database/hold-lock'
import { Cron } from 'croner'

import type { Deps } from '../../deps/deps.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import { buildDueDays, buildWaitingZReports } from './build-days.ts'

export type DailyBuildOptions = {
  deps: Deps
  databaseUrl: string
  log: Log
  /** Calls the listener when the configuration has changed. */
  onConfigChange: (listener: () => void) => void
  /** When to look; every hour unless told, since cut-off hours are hours of each store's time zone. */
  schedule?: string
}

/**
 * Builds what is due: at the start, every hour, and when the configuration changes (4-decisions O.3, O.5). Of all processes of
 * the service that run this, one does the work at a time; when it ends another takes over. Answers what stops it.
 */
export function startDailyBuild({
  deps,
  databaseUrl,
  log,
  onConfigChange,
  schedule = '0 * * * *',
}: DailyBuildOptions): () => Promise<void> {
  let look: () => void = () => undefined
  onConfigChange(() => look())
  const holder = holdLock({ databaseUrl, name: 'daily posting build', log }, async (_client, signal) => {
    let running = Promise.resolve()
    look = () => {
      running = running.then(() => (signal.aborted ? undefined : buildAndReport(deps, log)))
    }
    // The job is stopped by the signal; the work under way is waited for, so that the database outlives it.
    const job = new Cron(schedule, { timezone: 'UTC' }, () => look())
    look()
    const ended = Promise.withResolvers<void>()
    if (signal.aborted) ended.resolve()
    signal.addEventListener('abort', () => ended.resolve(), { once: true })
    await ended.promise
    job.stop()
    look = () => undefined
    await running
  })
  return holder.stop
}

async function buildAndReport(deps: Deps, log: Log): Promise<void> {
  const onFailure = (err: Error, day: PostingDay & { zReportId?: string }) =>
    log.error({ err, ...day }, 'a posting could not be built; the next look tries again')
  try {
    const results = [...(await buildWaitingZReports(deps, onFailure)), ...(await buildDueDays(deps, onFailure))]
    for (const result of results) {
      if (result.outcome === 'draft') log.warn(result, 'a posting stays a draft')
      else if (result.outcome !== 'nothing') log.info(result, 'a posting was built')
    }
  } catch (err) {
    // Without the list of what waits there is nothing to build; the next look asks again.
    log.error({ err }, 'what wants a posting could not be listed; the next look tries again')
  }
}
