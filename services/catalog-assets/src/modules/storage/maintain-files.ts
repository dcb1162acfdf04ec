import type { Secret } from '@open-oms/service-kit/config/secret-files'
import type { Database } from '@open-oms/service-kit/database/database'
import { holdLock } from '@open-oms/service-kit/database/hold-lock'
import { createWake } from '@open-oms/service-kit/events/wake'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import { jittered, pause } from '@open-oms/service-kit/waiting/pause'
import { onRelease } from './stored-file-rows.ts'
import { type MissingFiles, removeContent, type SweepDeps, sweepFiles } from './sweep-files.ts'
import { countMissing } from './swept-file-rows.ts'
import { dropReleased } from './unused-file-rows.ts'

export type FileMaintenance = SweepDeps &
  Pick<Database, 'execute'> & {
    log: Log
    /** For the lock that lets one process at a time sweep. */
    databaseUrl: Secret
    metrics?: MetricsRegistry | undefined
    sweepEveryMs: number
    graceMs: number
    /** How often releases of other processes are looked for; 5 s when absent. */
    pollMs?: number
    /**
     * Pause before the first sweep of a process and after one that failed; a minute when absent.
     */
    restMs?: number
  }

const POLL_MS = 5_000
const REST_MS = 60_000
const LOCK_RETRY_MS = 5_000

/**
 * Keeps the store consistent with the rows, until it is stopped: every process removes files that
 * lost their last reference, its own immediately; one of them sweeps from time to time.
 */
export function maintainFiles(maintenance: FileMaintenance): { stop(): Promise<void> } {
  const { metrics, restMs = REST_MS } = maintenance
  metrics?.gauge('oms_asset_files_missing', async () => [{ labels: {}, value: await countMissing(maintenance) }])
  const stopRemoving = startRemoval(maintenance)
  const sweeping = holdLock(
    {
      databaseUrl: maintenance.databaseUrl,
      name: 'sweep of stored files',
      log: maintenance.log,
      retryMs: Math.min(LOCK_RETRY_MS, restMs),
    },
    async (_client, signal) => {
      await pause(jittered(restMs), signal)
      while (!signal.aborted) await pause((await sweepOnce(maintenance, signal)) ? maintenance.sweepEveryMs : restMs, signal)
    },
  )
  return {
    stop: async () => {
      await Promise.all([stopRemoving(), sweeping.stop()])
    },
  }
}

/** Returns whether the sweep succeeded. */
async function sweepOnce(maintenance: FileMaintenance, signal: AbortSignal): Promise<boolean> {
  const { log, metrics, graceMs } = maintenance
  try {
    const report = await sweepFiles(maintenance, { graceMs, signal, onMissing: missingFilesLogger(log) })
    metrics?.count('oms_asset_files_removed_total', { reason: 'orphan' }, report.orphans)
    metrics?.count('oms_asset_files_removed_total', { reason: 'unfinished' }, report.unfinished)
    const hasFound = Object.entries(report).some(([name, count]) => name !== 'files' && count !== 0)
    if (hasFound) log.info(report, 'the stored files were swept')
    if (report.spared > 0)
      log.error({ spared: report.spared }, 'the store has files, but the database knows none: nothing was removed')
    return true
  } catch (err) {
    log.warn({ err }, 'a sweep of the stored files failed; trying again later')
    return false
  }
}

/** Maximum number of missing files in the log: after a lost volume it would be all of them. */
const NAMED_MAX = 100

function missingFilesLogger(log: Log): (missing: MissingFiles) => void {
  let count = 0
  return (missing) => {
    count += 1
    if (count <= NAMED_MAX) log.error(missing, 'a file that assets show is not in the store')
  }
}

function startRemoval(maintenance: FileMaintenance): () => Promise<void> {
  const { log, metrics, pollMs = POLL_MS } = maintenance
  const [wake, stopped] = [createWake(), new AbortController()]
  const run = async () => {
    while (!stopped.signal.aborted) {
      const count = await removeReleased(maintenance).catch((err: unknown) => {
        log.warn({ err }, 'files that nothing refers to could not be removed; the sweep removes them later')
        return 0
      })
      metrics?.count('oms_asset_files_removed_total', { reason: 'released' }, count)
      if (count === 0) await wake.wait(jittered(pollMs), stopped.signal)
    }
  }
  const stopListening = onRelease(wake.wake)
  const running = run()
  return async () => {
    stopListening()
    stopped.abort()
    await running
  }
}

/**
 * Removes files that lost their last reference, a few at a time: first commits the removal of their
 * rows, then removes the files. A process that dies in between leaves files without a row for the
 * sweep. Returns how many rows it removed.
 */
export async function removeReleased(deps: Pick<SweepDeps, 'inTransaction' | 'store'>): Promise<number> {
  const sha256s = await dropReleased(deps)
  const failures: unknown[] = []
  for (const sha256 of sha256s) await removeContent(deps, sha256).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return sha256s.length
}
