import * as contracts from '@open-oms/contracts/orders/search/routes/read-changes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { createChangeStreams, type StreamLimits } from './change-streams.ts'
import { readChanges, toChangesFilter } from './read-changes.ts'

/** What a proxy must neither keep, nor compress, nor hold back. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Puts the feed of changes on the server, and its streams, which end when the server closes. */
export function registerReadChanges(app: Server, deps: OrderDeps, limits: Partial<StreamLimits> = {}): void {
  register(app, deps, contracts.readChanges, async (deps, { query, caller }) => {
    const { after, take = contracts.CHANGES_DEFAULT, storeId = [], orderTypes = [] } = query
    return { body: await readChanges(deps, { after, take, storeIds: storeId, orderTypes, scope: caller.storeIds }) }
  })
  const streams = createChangeStreams(deps, limits)
  app.kit.metrics?.gauge('oms_event_streams', () => [{ labels: {}, value: streams.count() }])
  app.addHook('preClose', async () => streams.stop())
  register(app, deps, contracts.streamChanges, async (_deps, { query, headers, caller }) => {
    const { storeId = [], orderTypes = [] } = query
    const since = String(headers['last-event-id'] ?? '') || query.since
    const filter = toChangesFilter({ storeIds: storeId, orderTypes, scope: caller.storeIds })
    return { body: await streams.open({ caller, since, ...filter }), headers: STREAM_HEADERS }
  })
}
