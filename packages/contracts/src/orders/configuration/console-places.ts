import { type Static, Type } from '@sinclair/typebox'
import { placePages } from '../../config/console-places.ts'
import { described, Flag, Integer, Model, Nullable, Text, Word } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'

const PlaceText = Model(
  'PlaceText',
  { en: described(Text, 'In English.'), nb: described(Text, 'In Norwegian.') },
  'A text of a place in the console.',
)

const page = described(Word(placePages), 'The page that it is on.')
const url = described(Text, 'The address, with placeholders such as `{orderId}`.')

const ConsoleLink = Model('ConsoleLink', { label: described(PlaceText, 'The text of the link.'), page, url }, 'A link of a page.')

const ConsolePanel = Model(
  'ConsolePanel',
  {
    id: described(Text, 'Names the panel.'),
    label: described(PlaceText, 'The heading.'),
    page,
    url,
    height: described(Integer, 'Height of the frame in pixels.'),
    hasToken: described(Flag, 'Whether it may ask for a token.'),
  },
  'A page of another system in a sandboxed frame.',
)

const ConsoleButton = Model(
  'ConsoleButton',
  {
    id: described(Text, 'Names the button.'),
    label: described(PlaceText, 'The text of the button.'),
    confirmation: described(Nullable(PlaceText), 'What people read before they press it. Null: nothing in particular.'),
    statuses: described(Type.Array(Type.String()), 'The statuses of orders in which it is offered. Empty: all.'),
  },
  'A button of the order page.',
)

export const ConfiguredPlaces = Model(
  'ConfiguredPlaces',
  {
    links: described(Type.Array(ConsoleLink), 'Links, in the order in which they are shown.'),
    panels: described(Type.Array(ConsolePanel), 'Panels, in the order in which they are shown.'),
    buttons: described(Type.Array(ConsoleButton), 'Buttons of the order page, in the order in which they are shown.'),
  },
  'What the shop adds to the pages of the console.',
)
export type ConfiguredPlaces = Static<typeof ConfiguredPlaces>

export const getConsolePlaces = defineRoute({
  method: 'GET',
  url: '/api/Configuration/ConsolePlaces',
  operationId: 'getConsolePlaces',
  summary: 'Lists the links, panels and buttons that the shop adds to the pages of the console.',
  description: 'Those that the caller has the permission for.',
  tags: ['Configuration'],
  access: ['OrderRead', 'ProductRead'],
  optionalRoles: ['OrderAdmin'],
  responses: { 200: ConfiguredPlaces },
})
