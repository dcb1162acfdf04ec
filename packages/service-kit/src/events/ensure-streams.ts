import { type StreamName, streams } from '@open-oms/contracts/event'
import {
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamConfig,
} from 'nats'

const DAY_MS = 24 * 3600 * 1000
/** How long a stream keeps events. */
export const RETENTION_MS = 30 * DAY_MS
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000

const STREAM_NAME_IN_USE = 10058
const STREAM_NOT_FOUND = 10059
const MESSAGE_NOT_FOUND = 10037

/** Whether the server says that a stream does not exist. */
export function isStreamMissing(error: unknown): boolean {
  return error instanceof NatsError && error.jsError()?.err_code === STREAM_NOT_FOUND
}

/**
 * One message of a stream; null when it is not there any more. Raises `NatsError` while the server
 * cannot be asked.
 */
export async function storedMessage(manager: JetStreamManager, stream: string, seq: number): Promise<StoredMsg | null> {
  try {
    return await manager.streams.getMessage(stream, { seq })
  } catch (error) {
    if (error instanceof NatsError && error.jsError()?.err_code === MESSAGE_NOT_FOUND) return null
    throw error
  }
}

function streamConfig(name: StreamName, replicas: number): Partial<StreamConfig> & { name: string } {
  return {
    name,
    subjects: [streams[name]],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(RETENTION_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
  }
}

/**
 * Creates those of the named streams that are missing, all by default, and brings the others to
 * this configuration (events.md#streams). Safe to repeat.
 */
export async function ensureStreams(
  manager: JetStreamManager,
  replicas: number,
  names: readonly StreamName[] = Object.keys(streams) as StreamName[],
): Promise<void> {
  for (const name of names) {
    const config = streamConfig(name, replicas)
    try {
      await manager.streams.add(config)
    } catch (error) {
      // The server accepts a repeated creation only if nothing differs.
      if (!(error instanceof NatsError) || error.jsError()?.err_code !== STREAM_NAME_IN_USE) throw error
      await manager.streams.update(name, config)
    }
  }
}
