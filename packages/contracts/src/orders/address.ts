import type { Static } from '@sinclair/typebox'
import { described, Flag, List, Model, Nullable, Text } from '../primitives.ts'
import { ExternalId, PropertyItem } from './primitive-models.ts'

export const Address = Model(
  'Address',
  {
    apartmentNumber: described(Nullable(Text), 'The number of the flat.'),
    city: described(Nullable(Text), 'The town.'),
    countryCode: described(Nullable(Text), 'The country as a code of ISO 3166 such as `NO`.'),
    countryName: described(Nullable(Text), 'The name of the country.'),
    email: described(Nullable(Text), 'An e-mail address that belongs to this address.'),
    externalId: described(Nullable(Text), 'The id of the address in another system. Stored as sent.'),
    line1: described(Nullable(Text), 'The street.'),
    line2: described(Nullable(Text), 'A second line.'),
    locationName: described(Nullable(Text), 'What the place is called, such as the name of a building.'),
    name: described(Nullable(Text), 'The name of the recipient as a whole.'),
    phone: described(Nullable(Text), 'A phone number that belongs to this address.'),
    postalCode: described(Nullable(Text), 'The postal code.'),
    properties: described(List(PropertyItem), 'Custom data by key.'),
    purposes: described(List(Text), 'What the address is for, in words of the client.'),
    regionCode: described(Nullable(Text), 'The code of the region. Stored as sent.'),
    regionName: described(Nullable(Text), 'The name of the region.'),
    state: described(Nullable(Text), 'The state of a federal country.'),
    streetNumber: described(Nullable(Text), 'The number in the street.'),
  },
  'The address of a contact person. Stored as sent.',
)
export type Address = Static<typeof Address>

export const OrderAddress = Model(
  'OrderAddress',
  {
    apartmentNumber: described(Nullable(Text), 'The number of the flat. Documents print it behind street and number.'),
    city: described(Nullable(Text), 'The town. Documents print it behind the postal code.'),
    countryCode: described(
      Nullable(Text),
      'The country as a code of ISO 3166 such as `NO`. A hold rule can compare that of the billing address with those of the shipments, in any letter case.',
    ),
    countryName: described(
      Nullable(Text),
      'The name of the country. Documents print it, else the code, where the address is in another country than the market.',
    ),
    daytimePhoneNumber: described(Nullable(Text), 'The phone number of the recipient during the day. Stored as sent.'),
    email: described(
      Nullable(Text),
      'An e-mail address for questions about a delivery here. Stored as sent: messages go to `customerEmail` of the order.',
    ),
    eveningPhoneNumber: described(Nullable(Text), 'The phone number of the recipient in the evening. Stored as sent.'),
    externalId: described(Nullable(Text), 'The id of the address in another system. Stored as sent.'),
    firstName: described(
      Nullable(Text),
      'The first name of the recipient. Used with `lastName` where `name` is empty; searches find it.',
    ),
    lastName: described(
      Nullable(Text),
      'The last name of the recipient. Used with `firstName` where `name` is empty; searches find it.',
    ),
    line1: described(Nullable(Text), 'The street, with the number where `streetNumber` does not have it.'),
    line2: described(Nullable(Text), 'A second line, such as a building or c/o.'),
    name: described(
      Nullable(Text),
      'The name of the recipient as a whole; first and last name where it is empty. Searches find it.',
    ),
    organization: described(Nullable(Text), 'The company or other organisation, printed above the name.'),
    organizationalNumber: described(
      Nullable(Text),
      'The registration number of the organisation. Documents print that of the billing address.',
    ),
    phone: described(
      Nullable(Text),
      'A phone number for questions about a delivery here. Stored as sent: SMS go to `customerPhone` of the order.',
    ),
    postalCode: described(Nullable(Text), 'The postal code. Searches find it.'),
    regionCode: described(Nullable(Text), 'The code of the region. Stored as sent.'),
    regionName: described(Nullable(Text), 'The name of the region, printed where there is no `state`.'),
    state: described(Nullable(Text), 'The state of a federal country, printed below the town.'),
    streetNumber: described(Nullable(Text), 'The number in the street, where `line1` does not have it already.'),
  },
  'A billing or delivery address of an order, as documents print it in the form of a letter.',
)
export type OrderAddress = Static<typeof OrderAddress>

export const ContactPerson = Model(
  'ContactPerson',
  {
    address: described(Nullable(Address), 'The address of the person. Goods are sent to the address of the shipment.'),
    email: described(
      Nullable(Text),
      'The e-mail address of the person. Documents print it and searches find it; messages go to `customerEmail` of the order.',
    ),
    externalIds: described(List(ExternalId), 'Ids of the person in other systems. Stored as sent.'),
    firstName: described(Nullable(Text), 'The first name of the person.'),
    id: described(Nullable(Text), 'The id of the person in the system of the client. Stored as sent.'),
    isPrimaryContact: described(Flag, 'Whether the person is the first to reach. Stored as sent.'),
    lastName: described(Nullable(Text), 'The last name of the person.'),
    notify: described(Flag, 'Whether the person wants messages. Stored as sent: the system writes to the customer only.'),
    phone: described(
      Nullable(Text),
      'The phone number of the person. Documents print it and searches find it; SMS go to `customerPhone` of the order.',
    ),
    privateCustomerId: described(Nullable(Text), 'The person as a private customer, by id. Stored as sent.'),
    properties: described(List(PropertyItem), 'Custom data by key.'),
    role: described(Nullable(Text), 'What the person does at the customer. Stored as sent.'),
    roles: described(List(Text), 'What the person does at the customer, where it is several things. Stored as sent.'),
  },
  'A person to reach about an order or a shipment.',
)
export type ContactPerson = Static<typeof ContactPerson>
