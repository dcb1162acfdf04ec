import { gathered } from '@open-oms/service-kit/database/batch-runner'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { Delivery } from '../../../connectors/notification/delivery.ts'
import { retryPauseMs } from '../../../connectors/sending/retry-pause.ts'
import { startSending, type TriesUnderWay, type WaitingSender } from '../../../connectors/sending/send-waiting.ts'
import { onNewMessages } from '../../../order/store/new-message-store.ts'
import { type MessageKind, messageKinds } from '../domain/message-content.ts'
import { LEASE_SECONDS } from '../messages/message-statements.ts'
import { type ClaimedMessage, claimMessages, keepWaiting, markFailed, markSent } from '../messages/message-store.ts'

export type SenderDeps = Pick<Database, 'query'> & {
  log: Log
  /** Composes due messages; returns whether more may be due. */
  compose(): Promise<boolean>
  /** Tries once to deliver a message; always ends soon after the signal. */
  deliver(message: ClaimedMessage, signal: AbortSignal): Promise<Delivery>
  onSent?(kind: MessageKind): void
  /** The polling interval for messages of other processes and for retries; a second when absent. */
  pollMs?: number
  /** How long tries under way may continue after a stop; 10 s when absent. */
  stopMs?: number
  /** Pause after the given number of tries. */
  pauseMs?(tries: number): number
}

/** Concurrent tries of each kind: a slow mail server does not delay SMS. */
const TRIES_MAX = 8
/**
 * Timeout of one try, short enough to record its outcome before another process may claim the
 * message.
 */
const TRY_MS_MAX = (LEASE_SECONDS - 30) * 1_000

/**
 * Composes and sends waiting messages in the background until it is stopped, new ones of this
 * process soon. Any number of processes may do so. Messages are sent at least once: one whose
 * sender died between sending and its record is sent again, with the same id.
 */
export function startMessageSender(deps: SenderDeps): WaitingSender {
  const underWay: Record<MessageKind, TriesUnderWay> = { email: new Set(), sms: new Set() }
  const tryOne = createTrier(deps)
  const compose = () =>
    deps.compose().catch((err: unknown) => {
      // What is composed already is sent all the same.
      deps.log.warn({ err }, 'due messages could not be composed; tried again until they are')
      return false
    })
  return startSending({
    ...deps,
    onNew: onNewMessages,
    failure: 'waiting messages could not be looked for',
    isWaitingForTries: () => messageKinds.some((kind) => underWay[kind].size >= TRIES_MAX),
    async claim(begin) {
      const hasMoreToCompose = await compose()
      const capacity = { email: TRIES_MAX - underWay.email.size, sms: TRIES_MAX - underWay.sms.size }
      // Read before the lease begins, so that this process assumes a shorter lease.
      const claimed = performance.now()
      const messages = await claimMessages(deps, capacity)
      for (const message of messages) {
        const timeout = AbortSignal.timeout(Math.max(0, Math.floor(claimed + TRY_MS_MAX - performance.now())))
        begin(underWay[message.kind], (interrupted) => tryOne(message, AbortSignal.any([interrupted, timeout])))
      }
      const hasMoreToSend = messageKinds.some(
        (kind) => capacity[kind] > 0 && messages.filter((one) => one.kind === kind).length === capacity[kind],
      )
      return hasMoreToCompose || hasMoreToSend
    },
  })
}

/**
 * Tries a message and records the outcome. Never rejects: without a record it is tried again after
 * the lease.
 */
function createTrier({ deliver, ...deps }: Omit<SenderDeps, 'compose'>) {
  const markSentTogether = gathered((messages: readonly ClaimedMessage[]) => markSent(deps, messages))
  const report = createReporter(deps.log)
  return async (message: ClaimedMessage, signal: AbortSignal): Promise<void> => {
    try {
      const delivery = await deliver(message, signal)
      const became = await writeDown({ ...deps, markSent: markSentTogether }, message, delivery)
      if (became === null) return
      report(message, became)
      if (became === 'Sent') deps.onSent?.(message.kind)
    } catch (error) {
      deps.log.warn({ err: error, messageId: message.id }, 'the outcome of a message could not be recorded; it is tried again')
    }
  }
}

type SendOutcome = 'Sent' | 'Waiting' | 'Failed'

type OutcomeDeps = Omit<SenderDeps, 'compose' | 'deliver'> & { markSent(message: ClaimedMessage): Promise<boolean> }

async function writeDown(deps: OutcomeDeps, message: ClaimedMessage, delivery: Delivery): Promise<SendOutcome | null> {
  if (delivery.outcome === 'sent') return (await deps.markSent(message)) ? 'Sent' : null
  const { outcome, reason, open } = delivery
  if (outcome === 'refused') return (await markFailed(deps, message, { reason, open })) ? 'Failed' : null
  const pauseMs = deps.pauseMs?.(message.attempt) ?? retryPauseMs(message.attempt, Math.random())
  return keepWaiting(deps, message, { reason, open, pauseMs })
}

/**
 * Logs when messages of a connector begin to wait, when they are sent again, and each one that is
 * given up. Reasons stay in the table: they may name recipients.
 */
function createReporter(log: Log) {
  const waiting = new Set<string>()
  return ({ id, orderId, connector }: ClaimedMessage, became: SendOutcome) => {
    if (became === 'Failed') log.error({ messageId: id, orderId, connector }, 'a message was given up; see its failure_reason')
    if (became === 'Waiting' && !waiting.has(connector)) {
      waiting.add(connector)
      log.warn({ messageId: id, connector }, 'a message could not be sent and is tried again; see its failure_reason')
    }
    if (became === 'Sent' && waiting.delete(connector)) log.info({ connector }, 'messages are sent again')
  }
}
