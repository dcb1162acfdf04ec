import type { Static } from '@sinclair/typebox'
import { Flag, List, Model, Nullable, Text } from '../primitives.ts'
import { ExternalId, PropertyItem } from './primitive-models.ts'

export const Address = Model('Address', {
  apartmentNumber: Nullable(Text),
  city: Nullable(Text),
  countryCode: Nullable(Text),
  countryName: Nullable(Text),
  email: Nullable(Text),
  externalId: Nullable(Text),
  line1: Nullable(Text),
  line2: Nullable(Text),
  locationName: Nullable(Text),
  name: Nullable(Text),
  phone: Nullable(Text),
  postalCode: Nullable(Text),
  properties: List(PropertyItem),
  purposes: List(Text),
  regionCode: Nullable(Text),
  regionName: Nullable(Text),
  state: Nullable(Text),
  streetNumber: Nullable(Text),
})
export type Address = Static<typeof Address>

export const OrderAddress = Model('OrderAddress', {
  apartmentNumber: Nullable(Text),
  city: Nullable(Text),
  countryCode: Nullable(Text),
  countryName: Nullable(Text),
  daytimePhoneNumber: Nullable(Text),
  email: Nullable(Text),
  eveningPhoneNumber: Nullable(Text),
  externalId: Nullable(Text),
  firstName: Nullable(Text),
  lastName: Nullable(Text),
  line1: Nullable(Text),
  line2: Nullable(Text),
  name: Nullable(Text),
  organization: Nullable(Text),
  organizationalNumber: Nullable(Text),
  phone: Nullable(Text),
  postalCode: Nullable(Text),
  regionCode: Nullable(Text),
  regionName: Nullable(Text),
  state: Nullable(Text),
  streetNumber: Nullable(Text),
})
export type OrderAddress = Static<typeof OrderAddress>

export const ContactPerson = Model('ContactPerson', {
  address: Nullable(Address),
  email: Nullable(Text),
  externalIds: List(ExternalId),
  firstName: Nullable(Text),
  id: Nullable(Text),
  isPrimaryContact: Flag,
  lastName: Nullable(Text),
  notify: Flag,
  phone: Nullable(Text),
  privateCustomerId: Nullable(Text),
  properties: List(PropertyItem),
  role: Nullable(Text),
  roles: List(Text),
})
export type ContactPerson = Static<typeof ContactPerson>
