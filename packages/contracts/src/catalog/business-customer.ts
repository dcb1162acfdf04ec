import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Asset, PropertyItem } from '../orders/primitive-models.ts'
import { DateTime, InputModel, type InputOf, List, Model, Nullable, Text } from '../primitives.ts'
import { ProductCode } from './product.ts'

/** A company that buys, as far as it has assets (business-customers.md#customer-fields). */
export const BusinessCustomer = Model('BusinessCustomer', {
  id: ProductCode,
  name: Nullable(Text),
  assets: List(Asset),
  properties: List(PropertyItem),
  created: DateTime,
  modified: DateTime,
})
export type BusinessCustomer = Static<typeof BusinessCustomer>

/**
 * A customer as a request carries it. Fields that no customer has are kept among its properties, as
 * those of products are.
 */
export const BusinessCustomerInput = Type.Object(
  { ...InputModel(BusinessCustomer, ['id']).properties },
  { $id: 'BusinessCustomerInput', additionalProperties: true },
) as unknown as TSchema & { static: BusinessCustomerInput }
export type BusinessCustomerInput = Omit<InputOf<BusinessCustomer>, 'id'> & { id: string }

/** A page of business customers, by id. */
export const BusinessCustomers = Model('BusinessCustomers', {
  result: Type.Array(BusinessCustomer),
  /** What to send as `after` for those that follow; null when there are none. */
  next: Nullable(Text),
})
export type BusinessCustomers = Static<typeof BusinessCustomers>
