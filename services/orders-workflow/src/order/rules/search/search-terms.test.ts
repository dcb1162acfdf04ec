import { SEARCH_TEXT_FORM } from '@open-oms/contracts/text/search-text'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { orderSearchText } from './search-row.ts'
import { orderSearchTerms, phoneTerms, searchKey, termOf } from './search-terms.ts'

const line = { code: 'CUP', productId: 'P-1', displayName: 'Blue Cup', productType: 'Ware', serialNumber: 'SN-1' }
const shipment = {
  shippingMethodName: 'Home',
  warehouseCode: 'Central',
  externalIds: [{ providerName: 'Post', id: '77' }],
  properties: [
    { key: 'PicklistId', value: 'PL-1' },
    { key: 'Other', value: 'PL-2' },
  ],
}

t.test('given an order, when its terms are made, then they match its filters', async (t) => {
  const order = sampleOrder(
    {
      lineItems: [
        { ...line, orderLineDiscounts: [{ discountCode: 'SPRING' }], externalIds: [{ id: 'line-ext' }] },
        { code: 'CUP' },
      ],
      shipments: [{ ...shipment, discounts: [{ discountName: 'Free shipping' }] }],
      discounts: [{ discountId: 'D-1' }],
      payments: [{ transactionType: 'Capture', status: 'Failed', amount: 1 }],
    },
    {
      tags: ['vip', 'b2b', 'vip'],
      externalIds: [{ providerName: 'Shop', id: 'E:1' }, { id: 'E2' }, { providerName: 'Nothing' }],
      properties: [{ key: 'k', value: 'v', keyGroup: 'g' }, { key: 'bare' }],
      projectIds: ['PR-1'],
      subscriptionId: 'S-1',
      customerEmail: 'Kari@Example.COM',
      customerPhone: '+47 900 00 000',
      contactPerson: { email: 'Ola@example.com', phone: '0-0-1' },
      customerContact: 'Desk',
      customerNumber: 'C-1',
      salesPersonId: 'SP',
    },
  )
  t.same(
    orderSearchTerms(order, 'NO').sort(),
    [
      'contactemail:ola@example.com',
      'contactphone:001',
      'customercontact:desk',
      'customernumber:C-1',
      'discount:D-1',
      'discount:Free shipping',
      'discount:SPRING',
      'email:kari@example.com',
      'ext:E2',
      'ext:E:1',
      'ext:Shop:E:1',
      'groupprop:g\u001fk\u001fv',
      'method:Home',
      'payment:Capture',
      'paymentstatus:Failed',
      'phone:+4790000000',
      'phone:4790000000',
      'picklist:PL-1',
      'project:PR-1',
      'prop:bare\u001f',
      'prop:k\u001fv',
      'salesperson:SP',
      'serial:SN-1',
      'shipext:77',
      'shipext:Post:77',
      'shipextprovider:Post',
      'sku:CUP',
      'sku:P-1',
      'subscription:S-1',
      'tag:b2b',
      'tag:vip',
      'type:Ware',
      'warehouse:Central',
    ].sort(),
  )
})

t.test('given a filter in any spelling, when its term is made, then it is the same', async (t) => {
  t.equal(termOf.email('KARI@example.com'), 'email:kari@example.com')
  t.equal(termOf.property({ key: 'k', value: 'v', keyGroup: null }), termOf.property({ key: 'k', value: 'v' }))
  t.not(termOf.property({ key: 'k', value: 'v', keyGroup: 'g' }), termOf.property({ key: 'k', value: 'v' }))
  t.equal(termOf.tag('VIP'), 'tag:VIP', 'tags are exact')
})

t.test('given a text in another normal form, when its term is made, then it is the same', async (t) => {
  t.equal(termOf.tag('A\u030a'), termOf.tag('Å'))
  t.equal(termOf.email('jo\u0308rg@example.com'), termOf.email('JÖRG@EXAMPLE.COM'))
  t.not(termOf.tag('ﬁ'), termOf.tag('fi'), 'exact filters know compatibility forms apart')
})

t.test('given a phone number, when its terms are made, then they are its digits and its readings in each country', async (t) => {
  t.same(phoneTerms('phone', '0047 (90) 0', ['NO']), ['phone:0047900'])
  t.same(phoneTerms('phone', '900 11 222', ['NO', 'SE', 'NO']), ['phone:90011222', 'phone:+4790011222', 'phone:+4690011222'])
  t.same(phoneTerms('contactphone', '900 11 222', []), ['contactphone:90011222'])
})

t.test('given several phone numbers, when terms are made, then each has its own', async (t) => {
  const terms = orderSearchTerms(sampleOrder({}, { customerPhone: '90011222; 22 33 44 55' }), 'NO')
  t.same(terms, ['phone:90011222', 'phone:+4790011222', 'phone:22334455', 'phone:+4722334455'])
})

t.test('given a phone number without digits, when terms are made, then it has none', async (t) => {
  t.same(orderSearchTerms(sampleOrder({}, { customerPhone: 'unknown', customerEmail: '' }), 'NO'), [])
})

t.test('given long values, when terms are made, then they are short and still different', async (t) => {
  const long = 'x'.repeat(100_000)
  const keys = [long, `${long}y`, `${long.slice(0, -1)}y`, `${'😀'.repeat(50_000)}`].map(searchKey)
  t.equal(new Set(keys).size, keys.length)
  for (const key of keys) {
    t.ok(Buffer.byteLength(key) < 700)
    t.ok(key.isWellFormed())
  }
  t.equal(termOf.externalId(long), orderSearchTerms(sampleOrder({}, { externalIds: [{ id: long }] }), 'NO')[0])
})

t.test('given an order, when its free text is made, then it has every searchable value once, folded', async (t) => {
  const order = sampleOrder(
    {
      lineItems: [{ ...line, externalIds: [{ id: 'LX' }] }, { ...line }],
      shipments: [
        {
          ...shipment,
          address: { name: 'Per As', firstName: 'Per', postalCode: '5003' },
          shipmentTrackingNumber: 'TRACK1',
          returnTrackingNumber: 'BACK1',
          packages: [{ shipmentTracking: { shipmentTrackingNumber: 'PACK1' } }],
        },
      ],
    },
    {
      id: 'Ord-1',
      orderNumber: 'N-1',
      customerName: 'KARI',
      customerNumber: 'C-1',
      customerId: 'Cust',
      customerPhone: '90 01 12 22',
      customerEmail: 'K@x.no',
      billingAddress: { name: 'OLA', lastName: 'Nordmann', postalCode: '0155', city: 'Oslo', line1: 'Main Street 1' },
      externalIds: [{ providerName: 'Shop', id: 'EXT' }],
    },
  )
  const wanted =
    'ord-1|n-1|kari|c-1|cust|90 01 12 22|k@x.no|+4790011222|ola|nordmann|0155|oslo|main street 1|per as|per|5003|track1|back1|pack1|ext|77|lx|cup|blue cup'
  t.same(orderSearchText(order, 'NO', []), SEARCH_TEXT_FORM + wanted.replaceAll('|', '\n'))
})

t.test('given an order of 1,000 lines, when its free text is made, then it has all codes and stays small', async (t) => {
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    code: `SKU-${index}`,
    displayName: `A name of usual length ${index}`,
  }))
  const text = orderSearchText(sampleOrder({ lineItems: lines }), 'NO', [])
  t.ok(text.includes('sku-999'))
  t.ok(text.includes('a name of usual length 999'))
  const monstrous = lines.map((item) => ({ code: item.code, displayName: `${item.code} ${'x'.repeat(3_000)}` }))
  const cut = orderSearchText(sampleOrder({ lineItems: monstrous }, { customerName: 'y'.repeat(1_000_000) }), 'NO', [])
  t.ok(cut.length <= 66_000)
  t.ok(cut.includes('sku-999'), 'codes come before names')
})
