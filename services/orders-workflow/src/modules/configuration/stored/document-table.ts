import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import type { Database } from '@open-oms/service-kit/database/database'
import { createNotifier, type Notifier } from '@open-oms/service-kit/database/notifier'
import type { Log } from '@open-oms/service-kit/observability/log'
import { pause } from '@open-oms/service-kit/waiting/pause'
import { lastSequence, readNewestVersions, storedDocuments } from './document-store.ts'

/** How soon a process sees what another one has stored. */
const LOOK_MS = 1_000

export type DocumentTable = {
  /** What counts in place of files, as this process knows it. */
  documents(): StoredDocuments
  /** What counts in place of files, as the table has it. */
  read(): Promise<StoredDocuments>
  /** Takes over what the table has, if that is something else. */
  look(): Promise<void>
  /** Tells that it was something else. */
  changes: Pick<Notifier, 'listen'>
  stop(): Promise<void>
}

type TableDeps = {
  database: Pick<Database, 'query'>
  takeOver: (documents: StoredDocuments) => Promise<boolean>
  log: Pick<Log, 'warn'>
}

/**
 * Keeps this process at what the table has: it works by its own database, whether NATS is there or
 * not (configuration.md#stored-documents).
 */
export function openDocumentTable({ database, takeOver, log }: TableDeps): DocumentTable {
  const stopped = new AbortController()
  const changes = createNotifier()
  let [sequence, documents]: [number | null, StoredDocuments] = [null, {}]
  let looking: Promise<void> = Promise.resolve()
  let isReachable = true

  async function lookNow(): Promise<void> {
    if ((await lastSequence(database)) === sequence) return
    const newest = await readNewestVersions(database)
    ;[sequence, documents] = [newest.sequence, storedDocuments(newest)]
    await takeOver(documents)
    changes.notify()
  }

  /** One look at a time; each sees what was committed before it was asked for. */
  function look(): Promise<void> {
    const next = looking.then(lookNow)
    looking = next.catch(() => undefined)
    return next
  }

  async function keepLooking(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await look()
        isReachable = true
      } catch (err) {
        if (isReachable) log.warn({ err }, 'stored documents of the configuration cannot be read; those known stay')
        isReachable = false
      }
      await pause(LOOK_MS, stopped.signal)
    }
  }

  const running = keepLooking()
  return {
    documents: () => documents,
    read: async () => storedDocuments(await readNewestVersions(database)),
    look,
    changes,
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
