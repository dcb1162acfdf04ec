import type { Secret } from '@open-oms/service-kit/config/secret-files'
import { holdLock } from '@open-oms/service-kit/database/hold-lock'
import type { Log } from '@open-oms/service-kit/observability/log'
import { Cron } from 'croner'
import type { Deps } from '../../deps.ts'
import { type Day, lastDueDay } from '../calendar/domain/posting-date.ts'
import { storeTimeZone } from '../calendar/domain/store-time-zone.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import { buildDraftZReports, buildDueDays } from './build-days.ts'
import { saveStoreBuilds } from './store-build-store.ts'

export type DailyBuildOptions = {
  deps: Deps
  databaseUrl: Secret
  log: Log
  /** Calls the listener when the configuration has changed. */
  onConfigChange: (listener: () => void) => void
  /** A cron expression; hourly by default, since each store has its own time zone. */
  schedule?: string
}

/**
 * Builds what is due: at the start, every hour, and when the configuration changes
 * (postings.md#web-fulfillment, postings.md#drafts). Of all processes of the service, one does this
 * at a time; when it ends another takes over. Returns the function that stops it.
 */
export function startDailyBuild({
  deps,
  databaseUrl,
  log,
  onConfigChange,
  schedule = '0 * * * *',
}: DailyBuildOptions): () => Promise<void> {
  // Does nothing while another process builds.
  let buildSoon: () => void = () => undefined
  onConfigChange(() => buildSoon())
  const holder = holdLock({ databaseUrl, name: 'daily posting build', log }, async (_client, signal) => {
    let running = Promise.resolve()
    buildSoon = () => {
      running = running.then(() => (signal.aborted ? undefined : buildAndReport(deps, log)))
    }
    // A build that has begun is waited for, so that its database connections are still open.
    const job = new Cron(schedule, { timezone: 'UTC' }, () => buildSoon())
    buildSoon()
    const ended = Promise.withResolvers<void>()
    if (signal.aborted) ended.resolve()
    signal.addEventListener('abort', () => ended.resolve(), { once: true })
    await ended.promise
    job.stop()
    buildSoon = () => undefined
    await running
  })
  return holder.stop
}

async function buildAndReport(deps: Deps, log: Log): Promise<void> {
  const now = deps.now()
  const unbuilt = { drafts: new Set<string>(), failures: new Set<string>() }
  const onFailure = (err: Error, day: PostingDay & { zReportId?: string }) => {
    unbuilt.failures.add(day.storeId)
    log.error({ err, ...day }, 'a posting could not be built; the next scheduled build tries again')
  }
  try {
    const results = [...(await buildDraftZReports(deps, onFailure)), ...(await buildDueDays(deps, onFailure))]
    for (const result of results) {
      if (result.outcome === 'draft') {
        unbuilt.drafts.add(result.storeId)
        log.warn(result, 'a posting stays a draft')
      } else if (result.outcome !== 'nothing') log.info(result, 'a posting was built')
    }
    const built = dueDaysByStore(deps, now, (storeId) => !unbuilt.drafts.has(storeId) && !unbuilt.failures.has(storeId))
    await saveStoreBuilds(deps, built, now)
    const stores = { built: built.size, withDrafts: unbuilt.drafts.size, withFailures: unbuilt.failures.size }
    log.info({ stores }, 'the scheduled build has ended')
  } catch (err) {
    // Without the list of due postings there is nothing to build; without their record a complete
    // build counts as none.
    log.error({ err }, 'the scheduled build was cut short; the next one tries again')
  }
}

/**
 * The last due day of each configured store of which everything is built; of none while postings
 * are switched off.
 */
function dueDaysByStore({ config }: Pick<Deps, 'config'>, now: Date, isBuilt: (storeId: string) => boolean): Map<string, Day> {
  const { stores, settings } = config()
  const { postingEnabled, cutOffHour } = settings.accounting
  const built = postingEnabled ? stores.filter(({ id }) => isBuilt(id)) : []
  return new Map(built.map(({ id }) => [id, lastDueDay(now, cutOffHour, storeTimeZone(config(), id))]))
}
