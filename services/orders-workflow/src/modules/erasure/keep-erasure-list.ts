import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@open-oms/service-kit/database/database'
import { createWake } from '@open-oms/service-kit/events/wake'
import type { Log } from '@open-oms/service-kit/observability/log'
import { jittered } from '@open-oms/service-kit/waiting/pause'
import { onPurge } from '../notifications/messages/message-removal.ts'
import { appendErasures, readErasureFile, repairEnd } from './erasure-file.ts'
import { type ErasureRow, readErasures, readKeyId } from './list-store.ts'

const LOOK_MS = 60_000
const ROWS_PER_READ = 5_000
/** A transaction that began earlier may still commit. */
const OVERLAP_MS = 600_000

type ErasureListDeps = { query: Database['query']; file: string; log: Log }
type Place = { erased: Date; kind: string; subject: string }

const nameOf = ({ kind, subject, erased }: ErasureRow) => `${kind}/${subject}/${erased.getTime()}`

/**
 * Writes what is purged and erased, by any process, to the file of the data folder, so that it is
 * known when the database is lost (customers.md#list-of-erasures), until it is stopped.
 */
export function keepErasureList({ query, file, log }: ErasureListDeps): { stop: () => Promise<void> } {
  const [wake, stopped] = [createWake(), new AbortController()]
  const written = new Set<string>()
  let place: Place = { erased: new Date(0), kind: '', subject: '' }
  const look = async () => {
    const keyId = await readKeyId({ query })
    for (;;) {
      const rows = await readErasures({ query }, place, ROWS_PER_READ)
      const news = rows.filter((row) => !written.has(nameOf(row)))
      await appendErasures(
        file,
        news.map((row) => ({ ...row, keyId })),
      )
      for (const row of news) written.add(nameOf(row))
      const last = rows.at(-1)
      if (last === undefined || rows.length < ROWS_PER_READ) break
      place = last
    }
    place = { erased: new Date(Math.max(place.erased.getTime(), Date.now() - OVERLAP_MS)), kind: '', subject: '' }
  }
  const begin = async () => {
    await repairEnd(file)
    for await (const line of readErasureFile(file)) written.add(nameOf(line))
  }
  const run = async () => {
    let hasBegun = false
    while (!stopped.signal.aborted) {
      try {
        if (!hasBegun) await begin()
        hasBegun = true
        await look()
      } catch (err) {
        log.warn({ err, file }, 'the list of erasures could not be written; tried again')
      }
      await wake.wait(jittered(LOOK_MS), stopped.signal)
    }
  }
  const stopListening = onPurge(wake.wake)
  const running = run()
  return {
    stop: async () => {
      stopListening()
      stopped.abort()
      await Promise.race([running, sleep(5_000, undefined, { ref: false })])
    },
  }
}
