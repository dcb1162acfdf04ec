import { isApiError } from '@open-oms/client/errors'
import { workAlone } from './kept/import-lock.ts'
import { doneBatches, getImport, keepEnd, keepResults } from './kept/import-store.ts'
import { type KeptImport, resumeObstacle } from './kept/kept-import.ts'
import { readRows } from './reading/read-rows.ts'
import { createPatience, isPassing } from './sending/patience.ts'
import { toRowResults } from './sending/row-results.ts'
import { runBatches, splitIntoBatches } from './sending/run-batches.ts'
import { batchSizes, senderFor } from './sending/send-kind.ts'

/** As many as by `oms import`: others get on too, and a stop comes soon. */
const CONCURRENCY = 4

type Watch = {
  onProgress: (kept: KeptImport) => void
  /**
   * Is called with the time until which something that failed is tried again, in milliseconds of
   * the epoch; null: nothing waits.
   */
  onWait: (until: number | null) => void
  isStopped: () => boolean
}

/**
 * Sends what is left of an import, and keeps what became of each row. A batch whose response was
 * lost is sent again with the same key, so that it has its effect once. Returns false, without
 * having done anything, while another window runs it. What fails is kept with the import, which can
 * go on later. One that cannot go on is left as it is.
 */
export async function runImport(id: string, watch: Watch): Promise<boolean> {
  return await workAlone(id, async () => {
    // As it is kept, and not as the page has it: the file of the person may have changed since.
    const kept = await getImport(id)
    if (kept === undefined || kept.file === null || resumeObstacle(kept, Date.now()) !== null) return
    try {
      await keepEnd(id, { ended: null, failure: null })
      const isComplete = await sendRest(kept, kept.file, watch)
      if (isComplete) await keepEnd(id, { ended: new Date().toISOString(), failure: null })
    } catch (error) {
      // What was to be tried again until the person stopped is no failure.
      const isCut = watch.isStopped() && isPassing(error)
      await keepEnd(id, { ended: null, failure: isCut ? null : failureMessage(error) })
    }
  })
}

async function sendRest(kept: KeptImport, file: Blob, { onProgress, onWait, ...watch }: Watch): Promise<boolean> {
  const { id, kind, reading, replaces } = kept
  // A machine that slept for days may not send again either.
  const isStopped = () => watch.isStopped() || resumeObstacle(kept, Date.now()) !== null
  const send = senderFor(kind, { replaces, patiently: createPatience({ onWait, isStopped }) })
  return await runBatches(splitIntoBatches(readRows({ ...reading, file, kind }), batchSizes[kind]), {
    done: await doneBatches(id),
    concurrency: CONCURRENCY,
    isStopped,
    async work({ index, rows }) {
      const items = rows.flatMap(({ item }) => (item === null ? [] : [item]))
      const sent = await send(items, `import-${id}-${index}`)
      onProgress(await keepResults(id, index, toRowResults(rows, sent)))
    },
  })
}

function failureMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return isApiError(error) && error.traceId !== null ? `${message} (${error.traceId})` : message
}
