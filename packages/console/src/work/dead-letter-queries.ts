import { isApiError } from '@open-oms/client/errors'
import type { DeadLetter } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import type { LetterService } from './dead-letter-view.ts'

const LETTERS = 50
/**
 * What is replayed is gone, or fails again, soon. The stream of changes has those of orders alone,
 * so it is asked for again and again.
 */
const REFRESH_MS = 5_000

const paths = {
  orders: {
    list: '/api/DeadLetters/Orders',
    one: '/api/DeadLetters/Orders/{deadLetterId}',
    replay: '/api/DeadLetters/Orders/{deadLetterId}/Replay',
    drop: '/api/DeadLetters/Orders/{deadLetterId}/Drop',
  },
  accounting: {
    list: '/api/DeadLetters/Accounting',
    one: '/api/DeadLetters/Accounting/{deadLetterId}',
    replay: '/api/DeadLetters/Accounting/{deadLetterId}/Replay',
    drop: '/api/DeadLetters/Accounting/{deadLetterId}/Drop',
  },
} as const satisfies Record<LetterService, object>

/** All that is read of dead letters is below this key. */
export const deadLettersKey = ['deadLetters']

/**
 * The dead letters of a service, page by page, the oldest first, with how many there are of each
 * consumer.
 */
export const deadLettersQuery = (service: LetterService, consumer: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...deadLettersKey, service, consumer ?? null],
    queryFn: ({ pageParam, signal }) => {
      const narrowed = consumer === undefined ? {} : { consumer }
      const position = pageParam === null ? {} : { after: pageParam }
      return gateway.get(paths[service].list, { query: { take: LETTERS, ...narrowed, ...position }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/** A dead letter with its event. */
export const deadLetterQuery = (service: LetterService, deadLetterId: string) =>
  queryOptions({
    queryKey: [...deadLettersKey, service, 'one', deadLetterId],
    queryFn: ({ signal }) => gateway.get(paths[service].one, { params: { deadLetterId }, signal }),
  })

/** How many dead letters a service has. */
export async function countDeadLetters(service: LetterService, signal: AbortSignal): Promise<number> {
  const { consumers } = await gateway.get(paths[service].list, { query: { take: 1 }, signal })
  return consumers.reduce((sum, { deadLetters }) => sum + deadLetters, 0)
}

/** `gone`: someone else has replayed or dropped it before. */
export type EndResult = { outcome: 'done' | 'gone' } | { outcome: 'failed'; reason: string }

export type EndAction = 'replay' | 'drop'

/** Replays or drops a dead letter, and says what has become of it. */
export async function endDeadLetter(service: LetterService, action: EndAction, { id }: DeadLetter): Promise<EndResult> {
  try {
    await gateway.post(paths[service][action], { params: { deadLetterId: id } })
    return { outcome: 'done' }
  } catch (error) {
    if (isApiError(error, 'NotFound')) return { outcome: 'gone' }
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
