import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Asset, PropertyItem } from '../orders/primitive-models.ts'
import { DateTime, described, InputModel, type InputOf, List, Model, Nullable, Text } from '../primitives.ts'
import { ProductCode } from './product.ts'

/** A company that buys, as far as it has assets (business-customers.md#customer-fields). */
export const BusinessCustomer = Model(
  'BusinessCustomer',
  {
    id: described(ProductCode, 'The id, given by the client.'),
    name: described(Nullable(Text), 'What people call it. A write without it keeps the stored one.'),
    assets: described(
      List(Asset),
      'Its images, files and links, in sort order. Written by the endpoints for assets; ignored when the customer is saved.',
    ),
    properties: described(
      List(PropertyItem),
      'Custom data. A write without it keeps the stored ones. Fields of a request that no customer has are kept here under their names.',
    ),
    created: described(DateTime, 'When it was created. Set by the system.'),
    modified: described(DateTime, 'When it was changed last. Set by the system.'),
  },
  'A company that buys, as far as it has assets.',
)
export type BusinessCustomer = Static<typeof BusinessCustomer>

/**
 * A customer as a request carries it. Fields that no customer has are kept among its properties, as
 * those of products are.
 */
export const BusinessCustomerInput = Type.Object(
  { ...InputModel(BusinessCustomer, ['id']).properties },
  { $id: 'BusinessCustomerInput', additionalProperties: true, description: 'A company that buys, as far as it has assets.' },
) as unknown as TSchema & { static: BusinessCustomerInput }
export type BusinessCustomerInput = Omit<InputOf<BusinessCustomer>, 'id'> & { id: string }

export const BusinessCustomers = Model(
  'BusinessCustomers',
  {
    result: described(Type.Array(BusinessCustomer), 'The customers of the page.'),
    next: described(Nullable(Text), 'What to send as `after` for those that follow; null when there are none.'),
  },
  'A page of business customers, by id.',
)
export type BusinessCustomers = Static<typeof BusinessCustomers>
