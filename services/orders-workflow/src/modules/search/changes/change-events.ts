import { cursorOf } from './change-cursor.ts'
import { type ChangeRow, changeOf } from './order-changes.ts'

/** The first event of a stream: where it begins, and how long the client is to wait before it connects again. */
export function positionEvent(position: number, retryMs: number): string {
  const cursor = cursorOf(position)
  return `retry: ${Math.round(retryMs)}\nevent: position\nid: ${cursor}\ndata: ${JSON.stringify({ next: cursor })}\n\n`
}

export function changeEvent(row: ChangeRow): string {
  return `event: change\nid: ${cursorOf(row.position)}\ndata: ${JSON.stringify(changeOf(row))}\n\n`
}

/** Shows that the stream is still there, and moves the client's last id on past what was not for it; no event to the client. */
export function heartbeat(position: number): string {
  return `id: ${cursorOf(position)}\n\n`
}
