import type { OrderAddress } from '@open-oms/contracts/orders/address'
import type { CustomerAddress, CustomerContact } from '@open-oms/contracts/orders/customers/customer'
import type { Order } from '@open-oms/contracts/orders/order'

/**
 * How the customer of some orders, the newest first, was to be reached: each contact once, the one
 * that was used last first (customers.md#one-customer).
 */
export function usedContacts(orders: readonly Order[]): CustomerContact[] {
  const contacts = new Map<string, CustomerContact>()
  for (const order of orders)
    for (const contact of contactsIn(order)) {
      const key = JSON.stringify([contact.name, contact.email, contact.phone]).toLowerCase()
      if (!contacts.has(key)) contacts.set(key, contact)
    }
  return [...contacts.values()]
}

function contactsIn({ created: lastUsed, customerName, customerEmail, customerPhone, contactPerson }: Order): CustomerContact[] {
  const customer = { name: customerName, email: customerEmail, phone: customerPhone, lastUsed }
  const person = contactPerson && {
    name: [contactPerson.firstName, contactPerson.lastName].filter(Boolean).join(' ') || null,
    email: contactPerson.email,
    phone: contactPerson.phone,
    lastUsed,
  }
  return [customer, person].filter(
    (contact): contact is CustomerContact =>
      contact !== null && [contact.name, contact.email, contact.phone].some((value) => value !== null),
  )
}

/**
 * The addresses of some orders, the newest first: each once with all that it was used for, the one
 * that was used last first (customers.md#one-customer).
 */
export function usedAddresses(orders: readonly Order[]): CustomerAddress[] {
  const addresses = new Map<string, CustomerAddress>()
  for (const order of orders)
    for (const { address, use } of addressesIn(order)) {
      const key = addressKey(address)
      if (key === '') continue
      const known = addresses.get(key)
      if (known === undefined) addresses.set(key, { uses: [use], address, lastUsed: order.created })
      else if (!known.uses.includes(use)) known.uses.push(use)
    }
  return [...addresses.values()]
}

type UsedAddress = { address: OrderAddress; use: CustomerAddress['uses'][number] }

function addressesIn({ billingAddress, orderForm }: Order): UsedAddress[] {
  const billing = billingAddress === null ? [] : [{ address: billingAddress, use: 'Billing' as const }]
  return [
    ...billing,
    ...orderForm.shipments.flatMap(({ address }) => (address === null ? [] : [{ address, use: 'Delivery' as const }])),
  ]
}

/** What makes two addresses the same for people; empty where an address says no place. */
function addressKey(address: OrderAddress): string {
  const { line1, line2, streetNumber, apartmentNumber, postalCode, city, countryCode } = address
  const place = [line1, line2, streetNumber, apartmentNumber, postalCode, city]
  if (place.every((value) => !value)) return ''
  return [...place, countryCode, address.name ?? [address.firstName, address.lastName].filter(Boolean).join(' ')]
    .map((value) => (value ?? '').trim().toLowerCase())
    .join('\n')
}
