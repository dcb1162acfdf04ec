import { type Static, Type } from '@sinclair/typebox'
import { described, Model, Text } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'

/** Most people that a note may name. */
export const MENTIONS_MAX = 50
export const COLLEAGUES_MAX = 500

/** A person who may work on orders (security.md#colleagues). */
export const Colleague = Model(
  'Colleague',
  {
    userName: described(Text, 'The name that the person signs in with: orders are assigned to it, and notes mention it.'),
    displayName: described(Text, 'The name that pages show.'),
  },
  'A person who may work on orders.',
)
export type Colleague = Static<typeof Colleague>

export const ColleagueList = Model(
  'ColleagueList',
  { result: described(Type.Array(Colleague), `The people by display name, at most ${COLLEAGUES_MAX}.`) },
  'People who may work on orders.',
)

export const listColleagues = defineRoute({
  method: 'GET',
  url: '/api/Colleagues',
  operationId: 'listColleagues',
  summary: 'Lists the people who may work on orders in stores of the caller, by name.',
  description:
    'Names only. People of the configuration, and those whom a sign-in provider let in during the last 90 days. Of people who are limited ' +
    'to stores those who share one with the caller.',
  tags: ['Comments'],
  access: ['OrderRead'],
  query: Type.Object({
    searchText: Type.Optional(Type.String({ maxLength: 200, description: 'A part of either name, in any letter case.' })),
    take: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: COLLEAGUES_MAX,
        default: COLLEAGUES_MAX,
        description: 'How many are returned at most.',
      }),
    ),
  }),
  responses: { 200: ColleagueList },
})
