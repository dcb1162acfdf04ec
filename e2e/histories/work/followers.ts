import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@open-oms/client'
import { followOrders } from '@open-oms/client/follow-orders'
import type { HistoryWriter } from '../history.ts'

export type FollowerPlan = {
  name: string
  gateway: string
  credentials: { clientId: string; clientSecret: string }
  history: HistoryWriter
  now: () => number
  signal: AbortSignal
}

const PAUSE_MS = 400
const PAGE = 100

/** Reads the feed of changes from its beginning, page by page, and notes what it gets. */
export async function followFeed(plan: FollowerPlan): Promise<void> {
  const { gateway, credentials, signal } = plan
  const client = createClient({ baseUrl: gateway, token: credentials, retries: { triesMax: 1 }, signal })
  for (let after: string | undefined; !signal.aborted; ) {
    const page = await client
      .get('/api/Orders/Changes', { query: { take: PAGE, ...(after === undefined ? {} : { after }) } })
      .catch(() => null)
    for (const change of page?.result ?? []) note(plan, change)
    after = page?.next ?? after
    if (page === null || page.result.length < PAGE) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Follows the stream of changes from the beginning, as the client package does. */
export async function followStream(plan: FollowerPlan): Promise<void> {
  const { gateway, credentials, signal } = plan
  const client = createClient({ baseUrl: gateway, token: credentials, signal })
  for (let after: string | undefined; !signal.aborted; ) {
    try {
      after ??= (await client.get('/api/Orders/Changes', { query: { take: 1 } })).next
      for await (const change of followOrders(client, { after, signal, pauseMsMax: 2_000 })) {
        after = change.cursor
        note(plan, change)
      }
    } catch {
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

type Change = { orderId: string; versionId: string | null; kind: string }

function note({ name, history, now }: FollowerPlan, { orderId, versionId, kind }: Change): void {
  history.write({ type: 'seen', by: name, at: now(), orderId, versionId, kind })
}
