import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { findBeyondLatin1 } from './label.ts'
import { labelConnector } from './label-connector.ts'
import { checkDigit, labelStore, ssccFor } from './label-store.ts'
import { writeZpl } from './serve-labels.ts'
import { label } from './testing/sample-label.ts'

t.test('given serial numbers, when SSCCs are made, then they are those of GS1', async (t) => {
  t.equal(checkDigit('37610425002123456'), 9, 'the example of GS1')
  t.equal(ssccFor(2_123_456, { companyPrefix: '7610425', extension: 3 }), '376104250021234569')
  t.equal(ssccFor(999_999_999, { companyPrefix: '7610425' })?.length, 18)
  t.equal(ssccFor(1_000_000_000, { companyPrefix: '7610425' }), null)
  t.equal(ssccFor(9_999, { companyPrefix: '123456789012' })?.length, 18)
})

t.test('given a label with signs that ZPL obeys, when it is written, then a printer prints them', async (t) => {
  const zpl = writeZpl([label, label])
  t.equal(zpl.match(/\^XA/g)?.length, 2)
  t.match(zpl, '^FH_^FDStorgata _5E1_7E2_5F^FS')
  t.match(zpl, '^FH_^FDKåre Ødegård^FS')
  t.match(zpl, '^BCN,256,Y,N,N,D^FH_^FD(00)376104250021234569^FS')
  t.match(zpl, '^FD(420)0155^FS')
  t.equal(writeZpl([{ ...label, recipient: ['a\n^XZ'] }]).match(/\^XZ/g)?.length, 1)
  t.notMatch(writeZpl([{ ...label, postalCode: 'SW1A 1AA' }]), '(420)', 'a postal code with a space is not in the barcode')
})

t.test('given shipments, when they are booked at the same time and after a restart, then no number comes twice', async (t) => {
  const folder = t.testdir()
  const [one, other] = await Promise.all([1, 2].map(() => labelStore(folder, { companyPrefix: '7070707' })))
  const options = {
    sender: ['Us'],
    labelsUrl: 'https://labels.example/labels/',
    format: 'pdf' as const,
    findMissing: findBeyondLatin1,
  }
  const book = async (store: typeof one, change: object = {}) =>
    (await labelConnector({ ...options, store: store as NonNullable<typeof store> }).answer(
      { ...booking, ...change },
      { idempotencyKey: 'k', signal: new AbortController().signal },
    )) as { status: string; trackingNumber?: string; labelLink?: string }
  const answers = await Promise.all([
    book(one),
    book(other),
    book(one),
    book(other),
    book(one, { packages: [parcel, parcel, parcel] }),
  ])
  const again = await labelStore(folder, { companyPrefix: '7070707' })
  answers.push(await book(again))
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set(['done']))
  t.equal(new Set(answers.map(({ trackingNumber }) => trackingNumber)).size, answers.length)
  const [, sscc = '', count = ''] = /\/(\d{18})-(\d+)\.pdf$/.exec(answers[4]?.labelLink ?? '') ?? []
  t.match(await again.find(sscc, Number(count)), [
    { position: [1, 3] },
    { position: [2, 3] },
    { position: [3, 3], weightInKg: 2 },
  ])
  await mkdir(join(folder, '0000000002'))
  const crashed = await labelStore(folder, { companyPrefix: '7070707' })
  t.match(await book(crashed), { trackingNumber: /^07070707000020000/ }, 'an empty folder has numbers below it')
  t.equal(await again.find('370707070000099998', 1), null)
  t.match(await book(one, { address: null }), { status: 'refused' })
  t.match(await book(one, { address: { ...booking.address, name: 'Łukasz' } }), { status: 'refused' })
})

const parcel = {
  barcode: null,
  dimensions: null,
  goodsDescription: null,
  id: null,
  lineItemReferences: [],
  shipmentTracking: null,
  volume: null,
  weightInKg: 2,
}
const booking = {
  operation: 'book',
  orderId: 'O-1',
  orderNumber: null,
  shipmentId: '1',
  storeId: null,
  warehouseCode: null,
  shippingMethodId: null,
  shippingMethodName: 'Home delivery',
  shippingMethodProductId: null,
  servicePointId: null,
  pickUpPointInformation: null,
  address: {
    apartmentNumber: null,
    city: 'OSLO',
    countryCode: 'NO',
    countryName: null,
    daytimePhoneNumber: null,
    email: null,
    eveningPhoneNumber: null,
    externalId: null,
    firstName: null,
    lastName: null,
    line1: 'Storgata 1',
    line2: null,
    name: 'Kari Nordmann',
    organization: null,
    organizationalNumber: null,
    phone: null,
    postalCode: '0155',
    regionCode: null,
    regionName: null,
    state: null,
    streetNumber: null,
  },
  contactPerson: null,
  goodsDescription: null,
  packages: [],
  lineItems: [],
}
