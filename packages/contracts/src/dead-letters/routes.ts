import { Type } from '@sinclair/typebox'
import { described, Key } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import {
  DEAD_LETTERS_PAGE_DEFAULT,
  DEAD_LETTERS_PAGE_MAX,
  DeadLetter,
  DeadLetterList,
  DeadLetterWithEvent,
} from './dead-letter.ts'

const base = { tags: ['Dead letters'], access: ['OrderAdmin'] } as const
const replaying = { ...base, method: 'POST', audit: 'Replay' } as const
const unlimited = 'For clients of all stores; one that is limited to stores is 403.'
const params = Type.Object({
  deadLetterId: described(Type.String(), 'The number of the dead letter. 404 once it is replayed or dropped.'),
})

/**
 * The routes of the dead letters of one service: the end of its path, and its name in operations.
 */
function defineDeadLetterRoutes(path: string, name: string) {
  const url = `/api/DeadLetters/${path}`
  return {
    list: defineRoute({
      ...base,
      method: 'GET',
      url,
      operationId: `list${name}DeadLetters`,
      summary: `Lists the events that consumers of ${path.toLowerCase()} gave up, oldest first.`,
      description: unlimited,
      reads: 'standby',
      query: Type.Object({
        consumer: described(Type.Optional(Key), 'Only those of this consumer.'),
        take: described(
          Type.Optional(Type.Integer({ minimum: 1, maximum: DEAD_LETTERS_PAGE_MAX, default: DEAD_LETTERS_PAGE_DEFAULT })),
          'How many entries a page has at most.',
        ),
        after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
      }),
      responses: { 200: DeadLetterList },
    }),
    read: defineRoute({
      ...base,
      method: 'GET',
      url: `${url}/:deadLetterId`,
      operationId: `get${name}DeadLetter`,
      summary: `Reads a dead letter of ${path.toLowerCase()} with its event.`,
      description: unlimited,
      params,
      responses: { 200: DeadLetterWithEvent, 404: ErrorBody },
    }),
    replay: defineRoute({
      ...replaying,
      url: `${url}/:deadLetterId/Replay`,
      operationId: `replay${name}DeadLetter`,
      summary: `Has the event of a dead letter of ${path.toLowerCase()} handled once more, with all its tries.`,
      description:
        'The response is the dead letter as it was; the running service handles the event after it, once, and those that wait behind ' +
        `it. One that fails again becomes a dead letter with another number. ${unlimited}`,
      params,
      responses: { 200: DeadLetter, 404: ErrorBody },
    }),
    drop: defineRoute({
      ...replaying,
      url: `${url}/:deadLetterId/Drop`,
      operationId: `drop${name}DeadLetter`,
      summary: `Permanently drops the event of a dead letter of ${path.toLowerCase()}.`,
      description:
        'The response is the dead letter as it was. The event counts as handled and never has its effect; those that wait behind it ' +
        `are handled. ${unlimited}`,
      params,
      responses: { 200: DeadLetter, 404: ErrorBody },
    }),
  }
}

export type DeadLetterRoutes = ReturnType<typeof defineDeadLetterRoutes>

export const orderDeadLetters = defineDeadLetterRoutes('Orders', 'Order')
export const accountingDeadLetters = defineDeadLetterRoutes('Accounting', 'Accounting')
