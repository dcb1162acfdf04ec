import type { Database } from '@open-oms/service-kit/database/database'
import { createWake } from '@open-oms/service-kit/events/wake'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { Metrics } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'
import { jittered } from '@open-oms/service-kit/waiting/pause'
import type { Environment } from '../../../connectors/http/connector-address.ts'
import type { MailLogo } from '../../../connectors/notification/mail-of-message.ts'
import { deliverMessage } from '../../../connectors/notification/notification-connectors.ts'
import type { WaitingSender } from '../../../connectors/sending/send-waiting.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import type { DocumentConfig } from '../../documents/domain/document-context.ts'
import { messageKinds } from '../domain/message-content.ts'
import { onPurge } from '../messages/message-removal.ts'
import { countMessages, deleteOldMessages } from '../messages/message-store.ts'
import { composeDue } from './compose-due.ts'
import { type MessageFolder, messageFolder } from './message-folder.ts'
import { startMessageSender } from './message-sender.ts'

const POLL_MS = 5_000

export type MessagesDeps = Pick<Database, 'query' | 'inTransaction'> & {
  log: Log
  config: () => Pick<OrdersConfig, 'connectors'> & DocumentConfig
  /** Where connectors look up addresses and secrets. */
  environment: Environment
  /** Where messages are kept whose connector has no address. */
  dataDir: string
  /** The logo of the tenant as it is now; null or absent without one. */
  logo?: () => MailLogo | null
  metrics?: Metrics | undefined
}

const DELETE_EVERY_MS = 60 * 60_000

/**
 * Composes and sends e-mails and SMS, reports how many wait, and deletes old ones and those of
 * purged orders, until it is stopped.
 */
export async function startMessages(deps: MessagesDeps): Promise<WaitingSender> {
  const { config, environment, dataDir, log, metrics } = deps
  if (metrics !== undefined) measure(metrics, deps)
  const folder = messageFolder({ query: deps.query, dataDir })
  await folder
    .open()
    .catch((err: unknown) => log.warn({ err, dataDir }, 'the folder for messages without an address cannot be used'))
  const stopRemoving = startRemovingPurged(folder, log)
  const sender = startMessageSender({
    query: deps.query,
    log,
    compose: () => composeDue(deps),
    deliver: (message, signal) => {
      const logo = deps.logo?.() ?? null
      const keepAsFile = () => folder.keep(message, logo)
      return deliverMessage(message, { connectors: config().connectors, environment, keepAsFile, logo, signal })
    },
    onSent: (kind) => metrics?.count('oms_messages_sent_total', { kind }),
  })
  const timer = setInterval(() => {
    Promise.all([deleteOldMessages(deps), folder.removeOld()]).catch((error: unknown) =>
      log.warn({ err: error }, 'old messages could not be deleted'),
    )
  }, DELETE_EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sender.stop()
      await stopRemoving()
    },
  }
}

function measure(metrics: Metrics, deps: MessagesDeps): void {
  const counted = sharedMeasurement(() => countMessages(deps))
  for (const state of ['waiting', 'failed'] as const)
    metrics.gauge(`oms_messages_${state}`, async () => {
      const counts = (await counted())[state]
      return messageKinds.map((kind) => ({ labels: { kind }, value: counts[kind] }))
    })
  metrics.gauge('oms_messages_oldest_age_seconds', async () => [{ labels: {}, value: (await counted()).oldestSeconds }])
}

/**
 * Removes messages and files of purged orders until it is stopped: immediately after a purge of
 * this process, within seconds after others, messages that were being sent and remains of a crash.
 * Returns how to stop, which waits for the removal under way.
 */
function startRemovingPurged(folder: Pick<MessageFolder, 'removePurged'>, log: Log): () => Promise<void> {
  const [wake, stopped] = [createWake(), new AbortController()]
  let isFailing = false
  const run = async () => {
    while (!stopped.signal.aborted) {
      try {
        await folder.removePurged()
        isFailing = false
      } catch (err) {
        if (!isFailing) log.warn({ err }, 'messages of purged orders could not be removed; tried again until they are')
        isFailing = true
      }
      await wake.wait(jittered(POLL_MS), stopped.signal)
    }
  }
  const stopListening = onPurge(wake.wake)
  const running = run()
  return async () => {
    stopListening()
    stopped.abort()
    await running
  }
}
