import { auditStream } from '@open-oms/contracts/audit/audit-record'
import { type NatsServiceName, natsServices, publishedStreams } from '@open-oms/contracts/nats-users'
import type { Logger } from 'pino'
import { keepForwarding, keepTaking } from '../audit-stream/audit-stream.ts'
import type { Secret } from '../config/secret-files.ts'
import { type RunningConsumers, startConsumers } from '../consumers/consume.ts'
import type { Database } from '../database/database.ts'
import { serveLossRequests } from '../event-losses/serve-loss-requests.ts'
import type { Nats } from '../events/connect-nats.ts'
import type { Consumer } from '../events/consumer.ts'
import type { NatsAddress } from '../events/nats-address.ts'
import { startOutboxRelay } from '../events/outbox-relay.ts'
import { reachNats } from '../events/reach-nats.ts'
import type { DocumentKeeper } from '../events/shared-documents.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import type { ServiceEnvironment } from './service-environment.ts'

export type TrafficParts = {
  /**
   * The service's name, shown in the server's monitoring. Its streams and its inbox follow from it.
   */
  name: NatsServiceName
  environment: Pick<ServiceEnvironment, 'NATS_REPLICAS' | 'RECONCILE_MINUTES'>
  /** How NATS is reached. */
  address: NatsAddress
  log: Logger
  database: Database
  databaseUrl: Secret
  /** What the addresses of stored files begin with in events. */
  publicBase: string
  /** Counts the events that are published again. */
  metrics: Pick<MetricsRegistry, 'count'>
  /** Keeps up to date what counts in place of files. */
  followDocuments: (nats: Nats) => DocumentKeeper
}

export type EventTraffic = {
  /** Null until NATS is reached for the first time. */
  consumers(): RunningConsumers | null
  /** Ends consumers, then the relay, then the connection. */
  stop(): Promise<void>
}

type State = { stopped: AbortController; consumers: RunningConsumers | null; stop: (() => Promise<void>) | null }

const NOTICE_MS = 5_000

/**
 * Connects to NATS in the background and then starts relay and consumers, so that a service may
 * start while NATS is unreachable. A refusal (a wrong password) is logged and tried again.
 */
export function startEventTraffic(parts: TrafficParts, consumers: readonly Consumer[]): EventTraffic {
  const state: State = { stopped: new AbortController(), consumers: null, stop: null }
  void startWhenReached(parts, consumers, state)
  return {
    consumers: () => state.consumers,
    stop: async () => {
      state.stopped.abort()
      await state.stop?.()
    },
  }
}

async function startWhenReached(parts: TrafficParts, consumers: readonly Consumer[], state: State): Promise<void> {
  const notice = setTimeout(() => parts.log.warn('NATS cannot be reached; events wait until it can'), NOTICE_MS)
  const { name, address, environment } = parts
  const given = { ...address, name, replicas: environment.NATS_REPLICAS, streams: natsServices[name].streams }
  const nats = await reachNats(given, { log: parts.log, signal: state.stopped.signal })
  clearTimeout(notice)
  if (nats === null) return
  if (state.stopped.signal.aborted) return nats.close()
  const { log, database, databaseUrl, publicBase, metrics } = parts
  const relay = startOutboxRelay({ databaseUrl, nats, log, publicBase, metrics })
  const stopServing = serveLossRequests({ streams: publishedStreams(parts.name), database, nats, log, metrics })
  const mending = { user: parts.name, metrics, reconcileMs: parts.environment.RECONCILE_MINUTES * 60_000 }
  const running = startConsumers({ database, databaseUrl, nats, log, publicBase, mending }, consumers)
  const documents = parts.followDocuments(nats)
  const recorded = { nats, database, log }
  const audit = name === auditStream.keeper ? keepTaking(recorded, environment.NATS_REPLICAS) : keepForwarding(recorded)
  state.consumers = running
  state.stop = async () => {
    await audit.stop()
    await documents.stop()
    await running.stop()
    await stopServing()
    await relay.stop()
    await nats.close()
  }
}
