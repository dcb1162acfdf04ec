import { type EnvelopeOf, type EventContract, type StreamName, streams } from '@open-oms/contracts/event'
import type { Transaction } from '../database/transaction.ts'

export type EventHandler<C extends EventContract = EventContract> = {
  contract: C
  /**
   * Whether the event has an effect at all, true when absent. Of one that has none only the
   * position of its aggregate is kept.
   */
  concerns?(event: EnvelopeOf<C>): boolean
  /**
   * The effect of one event, in the transaction that also remembers the event as done. Throwing
   * undoes both; the event is tried again later. It may be run again after an undone try, so
   * effects outside of the database belong into `afterCommit`.
   */
  handle(tx: Transaction, event: EnvelopeOf<C>): Promise<void>
}

export type Consumer = {
  /**
   * The durable consumer's name on the server and the key of its inbox. Never renamed: a new name
   * starts from the beginning.
   */
  name: string
  stream: StreamName
  filterSubject: string
  /** Called before some events are judged and handled, which happened earlier. */
  prepare?: (() => Promise<unknown>) | undefined
  handlers: ReadonlyMap<string, EventHandler>
}

type ConsumerDefinition<H extends Record<string, EventContract>> = {
  name: string
  stream: StreamName
  /**
   * The whole stream when absent. A narrower filter must let through every type of the aggregates
   * it touches, otherwise their sequences have gaps that are never filled. One wildcard, since NATS
   * 2.9 refuses several filters.
   */
  filterSubject?: string
  /**
   * Called before some events are judged and handled, all of which happened earlier: what it reads
   * is at least as new as they are. Throwing is as if the database could not be asked.
   */
  prepare?: () => Promise<unknown>
  /** By event type. Other types of the stream only advance the position of their aggregate. */
  handlers: { [T in keyof H]: EventHandler<H[T]> }
}

/** Declares what a service does with the events of a stream. */
export function defineConsumer<const H extends Record<string, EventContract>>(definition: ConsumerDefinition<H>): Consumer {
  const handlers = new Map(Object.entries(definition.handlers) as [string, EventHandler][])
  for (const [type, { contract }] of handlers) {
    if (type !== contract.type)
      throw new Error(`Consumer ${definition.name}: the handler of ${type} has the contract of ${contract.type}`)
  }
  return {
    name: definition.name,
    stream: definition.stream,
    filterSubject: definition.filterSubject ?? streams[definition.stream],
    prepare: definition.prepare,
    handlers,
  }
}
