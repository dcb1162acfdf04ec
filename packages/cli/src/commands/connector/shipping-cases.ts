import { randomUUID } from 'node:crypto'
import { shippingAnswers } from '@open-oms/contracts/connectors/shipping-protocol'
import { OrderAddress } from '@open-oms/contracts/orders/address'
import {
  effectCases,
  lostAnswerCase,
  malformedCases,
  newKey,
  type ProtocolCase,
  type Question,
  refusalCase,
  signatureCases,
} from './protocol-case.ts'
import type { Reply, Wire } from './wire.ts'

export type ShippingCheck = { shippingMethodName: string; address: { postalCode: string; city: string; countryCode: string } }

const booking = ({ fields }: Reply) => fields.trackingNumber

/** What a shipping connector is held to (connectors.md#shipping-protocol). */
export function shippingCases({ shippingMethodName, address }: ShippingCheck, wire: Wire): ProtocolCase[] {
  const question = (change: object = {}): Question => ({
    key: newKey('book'),
    answer: shippingAnswers.book,
    fields: {
      operation: 'book',
      orderId: `check-${randomUUID()}`,
      orderNumber: null,
      shipmentId: '1',
      storeId: null,
      warehouseCode: null,
      shippingMethodId: null,
      shippingMethodName,
      shippingMethodProductId: null,
      servicePointId: null,
      pickUpPointInformation: null,
      address: { ...emptyAddress, name: 'Kari Nordmann', line1: 'Storgata 1', ...address },
      contactPerson: null,
      goodsDescription: null,
      packages: [],
      lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1 }],
      ...change,
    },
  })
  const nothing = () => question({ lineItems: 'none' })
  return [
    ...signatureCases(nothing).filter(() => wire.secret !== null),
    ...malformedCases(nothing),
    refusalCase('a booking whose lines are no list is refused, and stays so', async () => nothing()),
    ...effectCases('book', async () => question(), booking),
    lostAnswerCase('book', async () => question(), booking),
  ]
}

const emptyAddress = Object.fromEntries(Object.keys(OrderAddress.properties).map((name) => [name, null]))
