import type { Facts, Violation } from './facts.ts'

/**
 * Followers of the feed and the stream that missed a change, got one twice, or in another order
 * than that of the feed, from the first one that they got to the last one that there is.
 */
export function followerFaults({ seen, changes }: Pick<Facts, 'seen' | 'changes'>): Violation[] {
  const positions = new Map(changes.map((change, index) => [changeKey(change), index]))
  return [...Map.groupBy(seen, ({ by }) => by)].flatMap(([by, own]) => {
    const first = by.startsWith('feed') ? -1 : null
    const got = own.map((one) => ({ position: positions.get(changeKey(one)), text: changeKey(one) }))
    return sequenceFaults(got, { first, count: changes.length }).map((text) => ({ check: 'follow', about: by, text }))
  })
}

const changeKey = ({ orderId, versionId, kind }: { orderId: string; versionId: string; kind: string }) =>
  `${kind} of ${orderId} (${versionId})`

type Got = { position: number | undefined; text: string }

/** `first` is the position before the first one that is wanted; null: wherever it begins. */
function sequenceFaults(got: readonly Got[], { first, count }: { first: number | null; count: number }): string[] {
  const texts: string[] = []
  let last = first
  for (const { position, text } of got) {
    if (position === undefined) {
      texts.push(`got ${text}, which is not in the feed`)
      continue
    }
    if (last !== null && position !== last + 1) texts.push(`got change ${position + 1} after change ${last + 1}`)
    last = position
  }
  if (last !== count - 1) texts.push(`got ${(last ?? -1) + 1} of ${count} changes`)
  return texts
}

/**
 * Webhooks of orders that never came, or came for the first time after a later one of their order.
 * They may come more than once.
 */
export function webhookFaults({ webhooks, sequences }: Pick<Facts, 'webhooks' | 'sequences'>): Violation[] {
  const bySubject = Map.groupBy(webhooks, ({ subject }) => subject)
  return [...sequences].flatMap(([orderId, sequence]) => {
    const texts: string[] = []
    let newest = 0
    const events = new Map<number, string>()
    for (const { sequence: number, eventId } of bySubject.get(orderId) ?? []) {
      if ((events.get(number) ?? eventId) !== eventId) texts.push(`event ${number} has two ids`)
      events.set(number, eventId)
      if (number > newest + 1) texts.push(`event ${number} came after ${newest}`)
      newest = Math.max(newest, number)
    }
    if (events.size !== sequence) texts.push(`${events.size} of ${sequence} events came`)
    return texts.map((text) => ({ check: 'webhook', about: orderId, text }))
  })
}

/**
 * Scrolls with an order twice, or without one that was there all the time.
 */
export function scrollFaults({ scrolls, requests }: Pick<Facts, 'scrolls' | 'requests'>): Violation[] {
  const created = new Map<string, number>()
  const gone = new Map<string, number>()
  for (const { operation, status, orderId, response, start, end } of requests) {
    const id = orderId ?? (response as { id?: string } | null)?.id ?? null
    if (id === null) continue
    const isCreated = operation.startsWith('create') && operation !== 'createCart' && (status === 201 || status === 200)
    if (isCreated) created.set(id, Math.min(end, created.get(id) ?? end))
    // Deleted orders are not found, and come back by a restoration that may fail.
    if (operation === 'purge' || operation === 'delete') gone.set(id, Math.min(start, gone.get(id) ?? start))
  }
  return scrolls.flatMap(({ client, start, end, ids }) => {
    const found = new Set(ids)
    const texts = found.size === ids.length ? [] : ['has an order twice']
    for (const [id, at] of created)
      if (at < start && (gone.get(id) ?? Number.POSITIVE_INFINITY) > end && !found.has(id)) texts.push(`lacks ${id}`)
    return texts.map((text) => ({ check: 'scroll', about: `${client} at ${start}`, text }))
  })
}
