import { gunzipSync, gzipSync } from 'node:zlib'
import { documentStream } from '@open-oms/contracts/config/stored-documents'
import { DiscardPolicy, ErrorCode, type JetStreamManager, NatsError, RetentionPolicy, StorageType } from 'nats'
import type { StoredDocuments } from '../config/read-config-folder.ts'
import type { Log } from '../observability/log.ts'
import type { Nats } from './connect-nats.ts'
import { isStreamMissing } from './ensure-streams.ts'
import { createWake } from './wake.ts'

/** A process that missed a message sees by then that there is another one. */
const LOOK_MS = 5_000
/** A writer who is overtaken this often looks again later. */
const ATTEMPTS = 5

const MESSAGE_NOT_FOUND = 10037
const WRONG_LAST_SEQUENCE = 10071

/** The same for the same documents, whatever their order. */
function encode(documents: StoredDocuments): string {
  return JSON.stringify(Object.entries(documents).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The documents as they are sent to all processes. */
export function packedDocuments(documents: StoredDocuments): Uint8Array {
  return gzipSync(encode(documents))
}

type SharedText = { seq: number; text: string }

/** What the stream has; null when it, or its message, is missing. */
async function readShared(manager: JetStreamManager): Promise<SharedText | null> {
  try {
    const { seq, data } = await manager.streams.getMessage(documentStream.name, { last_by_subj: documentStream.subject })
    return { seq, text: gunzipSync(data).toString('utf8') }
  } catch (error) {
    if (isStreamMissing(error) || errorCode(error) === MESSAGE_NOT_FOUND) return null
    throw error
  }
}

function errorCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.jsError()?.err_code : undefined
}

/**
 * Brings the stream to what the table has: also one that was lost, and one of a table that was
 * restored from a backup. The table is read after the stream, and the stream written only if nobody
 * else has: of several processes none puts back what another one has replaced.
 */
export async function shareDocuments(
  { manager, jetstream }: Pick<Nats, 'manager' | 'jetstream'>,
  { read, replicas = 1 }: { read: () => Promise<StoredDocuments>; replicas?: number | undefined },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const shared = await readShared(manager)
    const documents = await read()
    if (shared?.text === encode(documents)) return
    // Creating the same stream again changes nothing.
    if (shared === null) await manager.streams.add(streamConfig(replicas))
    try {
      await jetstream.publish(documentStream.subject, packedDocuments(documents), {
        expect: { lastSubjectSequence: shared?.seq ?? 0 },
      })
      return
    } catch (error) {
      if (errorCode(error) !== WRONG_LAST_SEQUENCE || attempt === ATTEMPTS) throw error
    }
  }
}

function streamConfig(replicas: number) {
  return {
    name: documentStream.name,
    subjects: [documentStream.subject],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_msgs_per_subject: 1,
    num_replicas: replicas,
  }
}

export type DocumentKeeper = {
  /** Looks immediately. */
  wake(): void
  stop(): Promise<void>
}

/** Keeps the stream as the table is, until it is stopped; `wake` after the table was written. */
export function keepDocumentsShared(
  nats: Nats,
  given: Parameters<typeof shareDocuments>[1] & { log: Pick<Log, 'warn'> },
): DocumentKeeper {
  return repeatedly(() => shareDocuments(nats, given), given.log)
}

/**
 * Takes over what the stream has, now and whenever it changes, until it is stopped. What was
 * refused is not taken over again before it changes. A stream that is missing says nothing: what
 * was taken over stays.
 */
export function followDocuments(
  nats: Nats,
  { takeOver, log }: { takeOver: (documents: StoredDocuments) => Promise<boolean>; log: Pick<Log, 'warn'> },
): DocumentKeeper {
  let last: string | null = null
  const following = repeatedly(async () => {
    const shared = await readShared(nats.manager)
    if (shared === null || shared.text === last) return
    last = shared.text
    await takeOver(Object.fromEntries(JSON.parse(shared.text)))
  }, log)
  const subscription = nats.connection.subscribe(documentStream.subject, { callback: () => following.wake() })
  return {
    ...following,
    stop: async () => {
      subscription.unsubscribe()
      await following.stop()
    },
  }
}

function repeatedly(work: () => Promise<void>, log: Pick<Log, 'warn'>): DocumentKeeper {
  const stopped = new AbortController()
  const { wake, wait } = createWake()
  const run = async () => {
    while (!stopped.signal.aborted) {
      await work().catch((err) => {
        if (!stopped.signal.aborted && !isAway(err)) log.warn({ err }, 'stored documents of the configuration are not in step')
      })
      await wait(LOOK_MS, stopped.signal)
    }
  }
  const running = run()
  return {
    wake,
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

/** The loss of the connection is in the log already. */
function isAway(error: unknown): boolean {
  return error instanceof NatsError && (error.code === ErrorCode.Timeout || error.code === ErrorCode.NoResponders)
}
