import t from 'tap'
import { bringConnector } from './bring-connector.ts'
import { bringDouble } from './testing/bring-double.ts'

const address = {
  apartmentNumber: null,
  city: 'OSLO',
  countryCode: 'NO',
  countryName: null,
  daytimePhoneNumber: null,
  email: 'kari@example.com',
  eveningPhoneNumber: null,
  externalId: null,
  firstName: 'Kari',
  lastName: 'Nordmann',
  line1: 'Storgata',
  line2: null,
  name: null,
  organization: null,
  organizationalNumber: null,
  phone: '+4790000000',
  postalCode: '0155',
  regionCode: null,
  regionName: null,
  state: null,
  streetNumber: '1',
}
const booking = {
  operation: 'book',
  orderId: 'O-1',
  orderNumber: '100001',
  shipmentId: '1',
  storeId: null,
  warehouseCode: null,
  shippingMethodId: null,
  shippingMethodName: 'Pick-up point',
  shippingMethodProductId: null,
  servicePointId: '121698',
  pickUpPointInformation: null,
  address,
  contactPerson: null,
  goodsDescription: 'Cups',
  packages: [],
  lineItems: [],
}

t.test('given Bring, when shipments are booked, then they have number, label and tracking, or the reason of Bring', async (t) => {
  const bring = await bringDouble()
  t.teardown(() => bring.stop())
  const sender = { name: 'Shop', addressLine: 'Eksempelgata 1', postalCode: '0155', city: 'OSLO', countryCode: 'NO' }
  const account = {
    uid: 'shop@example.com',
    apiKey: 'key',
    customerNumber: 'PARCELS_NORWAY-1',
    clientUrl: 'https://shop.example',
  }
  const options = { apiUrl: bring.url, ...account, product: '5800', isTest: true, sender }
  const connector = bringConnector(options)
  const book = (change: object = {}) =>
    connector.answer({ ...booking, ...change }, { idempotencyKey: 'k', signal: new AbortController().signal })
  t.strictSame(await book(), {
    status: 'done',
    trackingNumber: '70438101015432110',
    bookingId: '70438101015432110',
    labelLink: 'https://www.mybring.com/labels/70438101015432110.pdf',
    trackingLink: 'https://tracking.bring.com/70438101015432110',
  })
  t.match(bring.booked, [
    {
      isTest: true,
      recipient: {
        name: 'Kari Nordmann',
        addressLine: 'Storgata 1',
        postalCode: '0155',
        contact: { phoneNumber: '+4790000000' },
      },
      pickupPoint: { id: '121698', countryCode: 'NO' },
      product: { id: '5800', customerNumber: 'PARCELS_NORWAY-1' },
      packages: [{ weightInKg: 0.1 }],
    },
  ])
  t.match(await book({ shippingMethodProductId: '5600', servicePointId: null }), { status: 'done' })
  t.match(bring.booked[1], { product: { id: '5600' }, pickupPoint: undefined })
  t.strictSame(await book({ address: { ...address, postalCode: 'SW1A' } }), {
    status: 'refused',
    message: 'Wrong. (BOOK-INPUT-010)',
  })
  t.match(await book({ address: null }), { status: 'refused' })
  bring.faults.push(500, 429, 401)
  for (const _ of [1, 2, 3]) t.match(await book(), { status: 'unreachable' })
  t.equal(bring.booked.length, 2)
})
