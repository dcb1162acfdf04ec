import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Milliseconds of the one clock of the process that sends all requests. */
type Instant = number

/** One attempt of a request; a repetition with the same key is another one. */
export type RequestRecord = {
  type: 'request'
  client: string
  /** The name of the request, the same for its repetitions. */
  request: string
  operation: string
  gateway: number
  method: string
  path: string
  /** The order that it reads or writes; null where it is about none, or many. */
  orderId: string | null
  isWrite: boolean
  /** A text that its effect leaves, and nothing else does. */
  mark: string | null
  key: string | null
  ifMatch: string | null
  body: unknown
  start: Instant
  end: Instant
  /** Null: nothing came back. What became of the request is unknown then. */
  status: number | null
  /** The version that the response names. */
  versionId: string | null
  isReplayed: boolean
  /** What of the response is checked; the error of one that is no success. */
  response: unknown
}

export type FaultRecord = { type: 'fault'; kind: string; target: string; start: Instant; end: Instant }

/** A change of an order that a follower has got. */
export type SeenRecord = { type: 'seen'; by: string; at: Instant; orderId: string; versionId: string; kind: string }

/** A webhook that its receiver has got. */
export type WebhookRecord = {
  type: 'webhook'
  at: Instant
  eventId: string
  eventType: string
  subject: string
  sequence: number
}

/** A scroll that was read to its end. */
export type ScrollRecord = { type: 'scroll'; client: string; start: Instant; end: Instant; ids: string[] }

export type HistoryRecord = RequestRecord | FaultRecord | SeenRecord | WebhookRecord | ScrollRecord

export type HistoryWriter = { write(record: object): void; close(): Promise<void> }

/** Appends records to a file, one JSON a line. */
export function openHistory(file: string): HistoryWriter {
  const stream = createWriteStream(file, { flags: 'a' })
  return {
    write: (record) => void stream.write(`${JSON.stringify(record)}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  }
}

/** The records of a file, one after the other. A last line that was cut off is left out. */
export async function* readRecords<T>(file: string): AsyncGenerator<T> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.endsWith('}')) yield JSON.parse(line) as T
}
