import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, InputModel, Model, Text } from '../../primitives.ts'
import { PropertyItem } from '../primitive-models.ts'

/** A range of a declared field (search.md#searchable-fields). */
export const PropertyRange = Model(
  'PropertyRange',
  {
    key: described(Text, 'The key of a searchable field of orders, of type `number` or `date`.'),
    from: described(Type.Optional(Text), 'This value or more, as the property has it: `12.5` or `2026-12-24`.'),
    to: described(Type.Optional(Text), 'Up to this value, which is included.'),
  },
  'The values of a declared field from one to another. Both ends may be left out: then any value.',
)
export type PropertyRange = Static<typeof PropertyRange>

/** A sort order by a declared field. */
export const PropertySort = Model(
  'PropertySort',
  {
    key: described(Text, 'The key of a searchable field of orders.'),
    descending: described(Type.Optional(Flag), 'True: the highest value first. False by default.'),
  },
  'Sorts by the values of a declared field: numbers by size, all others as texts in any letter case. Ties go by id.',
)
export type PropertySort = Static<typeof PropertySort>

/** The filters by properties, with the most values that one of them has. */
export const propertyFilters = (maxItems: number) => ({
  properties: Type.Optional(Type.Array(InputModel(PropertyItem), { maxItems, description: 'The order has all of them.' })),
  property: described(
    Type.Optional(InputModel(PropertyItem)),
    'One property that the order has; `properties` takes several. Key and value must be equal, and `keyGroup` where it is sent.',
  ),
  propertyRanges: Type.Optional(
    Type.Array(PropertyRange, {
      maxItems,
      description:
        'The order has a value in each of these ranges, of fields that `custom-fields.json` declares as searchable numbers or days.',
    }),
  ),
})

export const SortByProperty = described(
  Type.Optional(PropertySort),
  'Sorts by a field that `custom-fields.json` declares as searchable, and goes before `sortOrder`. Orders without a value come last.',
)
