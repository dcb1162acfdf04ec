import {
  DEAD_LETTERS_PAGE_DEFAULT,
  type DeadLetterList,
  type DeadLetterWithEvent,
  type DeadLetter as LetterView,
} from '@open-oms/contracts/dead-letters/dead-letter'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Caller } from '../authentication/caller.ts'
import type { QueryRunner } from '../database/database.ts'
import type { InTransaction, Transaction } from '../database/transaction.ts'
import type { Log } from '../observability/log.ts'
import { countQuarantined, type DeadLetter, listDeadLetters, readDeadLetter, replayDeadLetters } from './dead-letters.ts'
import { dropDeadLetters } from './drop-dead-letters.ts'

export type PageOfDeadLetters = { consumer?: string | undefined; take?: number | undefined; after?: string | undefined }

/**
 * A page of a service's dead letters, oldest first, and how many events of each consumer are not
 * handled (events.md#dead-letters). Raises `ValidationFailed` for a cursor that the service never
 * issued.
 */
export async function pageOfDeadLetters(
  reading: Pick<QueryRunner, 'query'>,
  { consumer, take = DEAD_LETTERS_PAGE_DEFAULT, after }: PageOfDeadLetters,
): Promise<DeadLetterList> {
  const afterId = after ? parseLetterId(after) : undefined
  if (after && afterId === undefined) throw invalid('after', 'is not the `next` of a list of dead letters')
  const found = await listDeadLetters(reading, { consumer, afterId, countMax: take + 1 })
  const counts = Object.entries(await countQuarantined(reading)).sort(([a], [b]) => (a < b ? -1 : 1))
  const result = found.slice(0, take).map(letterView)
  return {
    consumers: counts.map(([name, { deadLetters, parked }]) => ({ consumer: name, deadLetters, waiting: parked })),
    result,
    next: found.length > take ? (result.at(-1)?.id ?? null) : null,
  }
}

/** A dead letter with its event. Raises `NotFound`. */
export async function oneDeadLetter(database: Pick<QueryRunner, 'query'>, deadLetterId: string): Promise<DeadLetterWithEvent> {
  const letterId = parseLetterId(deadLetterId)
  const found = letterId === undefined ? undefined : await readDeadLetter(database, letterId)
  if (found === undefined) throw notFound(deadLetterId)
  return { ...letterView(found), event: found.envelope }
}

/** Who does something with a dead letter, and where that is logged. */
export type EndDeadLetter = { deadLetterId: string; caller: Caller; log: Log }

/**
 * Has one dead letter handled once more and returns it as it was. Of two who do so concurrently the
 * second finds none. Raises `NotFound`.
 */
export async function replayDeadLetter(inTransaction: InTransaction, request: EndDeadLetter): Promise<LetterView> {
  return await end(inTransaction, request, {
    act: (tx, letterId) => replayDeadLetters(tx, { letterId }),
    done: 'a dead letter is replayed',
  })
}

/** Drops one dead letter permanently and returns it as it was. Raises `NotFound`. */
export async function dropDeadLetter(inTransaction: InTransaction, request: EndDeadLetter): Promise<LetterView> {
  return await end(inTransaction, request, {
    act: (tx, letterId) => dropDeadLetters(tx, { letterId }),
    done: 'a dead letter is dropped',
  })
}

type LetterAction = {
  act(tx: Transaction, letterId: number): Promise<DeadLetter[]>
  /** What the log says. */
  done: string
}

async function end(
  inTransaction: InTransaction,
  { deadLetterId, caller, log }: EndDeadLetter,
  { act, done }: LetterAction,
): Promise<LetterView> {
  const letterId = parseLetterId(deadLetterId)
  return await inTransaction(async (tx) => {
    const [letter] = letterId === undefined ? [] : await act(tx, letterId)
    if (letter === undefined) throw notFound(deadLetterId)
    const { consumer, eventId } = letter
    tx.afterCommit(() => log.info({ deadLetterId: letterId, consumer, eventId, by: caller.actor }, done))
    return letterView(letter)
  })
}

function parseLetterId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

function notFound(deadLetterId: string): DomainError {
  return new DomainError('NotFound', `There is no dead letter "${deadLetterId}": it may have been replayed or dropped.`)
}

function letterView({ id, type, source, subject, created, ...letter }: DeadLetter): LetterView {
  const { consumer, eventId, sequence, tries, reason } = letter
  return {
    id: String(id),
    consumer,
    eventId,
    type: type || null,
    source: source || null,
    subject: subject || null,
    sequence,
    tries,
    reason,
    createdAt: created.toISOString(),
  }
}
