import { completer } from '@open-oms/contracts/complete'
import { Payment } from '@open-oms/contracts/orders/payment'
import { permissions } from '@open-oms/contracts/permissions'
import { Decimal } from '@open-oms/money/decimal'
import t from 'tap'
import { editDirectly } from '../../testing/orders/direct-writes.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'
import { returnForm } from '../../testing/workflow/run-step.ts'

const test = await testOrders(t)

const buyer = {
  organization: 'Kunde & Co AS',
  organizationalNumber: '123 456 785',
  line1: 'Gate 1',
  postalCode: '0001',
  city: 'Oslo',
  countryCode: 'NO',
}
const lineItems = [
  { lineItemId: '1', code: 'CHAIR', displayName: 'Chair', quantity: 3, placedPrice: 333.33, taxRate: 25, discountAmount: 0 },
  { lineItemId: '2', code: 'TEA', displayName: 'Tea', quantity: 2, placedPrice: 49.9, taxRate: 15 },
  { lineItemId: '3', code: 'BOOK', displayName: 'Book', quantity: 1, placedPrice: 200, taxRate: 0 },
]
const shipments = [
  {
    shipmentId: '1',
    shippingMethodName: 'Home',
    shippingSubTotal: 59,
    lineItems: lineItems.map(({ lineItemId, quantity }) => ({ lineItemId, quantity })),
  },
]

const complete = completer(Payment)

const invoiced = (amount: number, fields: Record<string, unknown> = {}) =>
  complete({
    ...{
      id: 'invoice',
      transactionType: 'Invoiced',
      status: 'Processed',
      paymentMethodName: 'Invoice',
      transactionId: 'i',
      amount,
    },
    ...{ invoiceId: 'F-5001', paidDate: '2026-03-02T23:30:00.000Z', properties: [{ key: 'KidNumber', value: '0012345678' }] },
    ...fields,
  } as never)

async function invoicedOrder(fields: Record<string, unknown> = {}) {
  const form = { lineItems, shipments, payments: [] as unknown[] }
  const draft = await createdOrder(test, { orderForm: form, billingAddress: buyer, paymentTermsNet: 14, ...fields })
  await editDirectly(test.deps, draft.id, (order) => {
    const payments = [invoiced(order.orderForm.total)]
    return { ...order, orderForm: { ...order.orderForm, payments } }
  })
  return draft
}

const get = (orderId: string, paymentId: string, as = {}) =>
  test.send({ url: `/api/Orders/${orderId}/Payments/${paymentId}/Invoice`, query: { format: 'ubl' }, as })

const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text = '']) => text)
const one = (xml: string, name: string) => all(xml, name)[0] ?? ''
const amount = (xml: string, name: string) => new Decimal(one(xml, name) || '0')
const sum = (values: readonly Decimal[]) => values.reduce((total, value) => total.add(value), new Decimal(0))

/** The rules of EN 16931 and Peppol BIS 3 about amounts that a document does not keep. */
function brokenRules(xml: string): string[] {
  const [totals, tax] = [one(xml, 'cac:LegalMonetaryTotal'), one(xml, 'cac:TaxTotal')]
  const lines = [...all(xml, 'cac:InvoiceLine'), ...all(xml, 'cac:CreditNoteLine')]
  const rows = all(tax, 'cac:TaxSubtotal')
  const net = (line: string) => amount(line, 'cbc:LineExtensionAmount')
  const quantity = (line: string) => new Decimal(one(line, 'cbc:InvoicedQuantity') || one(line, 'cbc:CreditedQuantity'))
  const price = (line: string) => amount(line, 'cbc:PriceAmount').div(amount(line, 'cbc:BaseQuantity'))
  const ofRow = (row: string) => lines.filter((line) => one(line, 'cbc:Percent') === one(row, 'cbc:Percent'))
  const rules: Record<string, boolean> = {
    'BR-16': lines.length > 0,
    'BR-27': lines.every((line) => !amount(line, 'cbc:PriceAmount').isNegative()),
    'BR-CO-10': sum(lines.map(net)).eq(amount(totals, 'cbc:LineExtensionAmount')),
    'BR-CO-14': sum(rows.map((row) => amount(row, 'cbc:TaxAmount'))).eq(amount(tax, 'cbc:TaxAmount')),
    'BR-CO-15': amount(totals, 'cbc:TaxExclusiveAmount')
      .add(amount(tax, 'cbc:TaxAmount'))
      .eq(amount(totals, 'cbc:TaxInclusiveAmount')),
    'BR-CO-16': amount(totals, 'cbc:TaxInclusiveAmount')
      .add(amount(totals, 'cbc:PayableRoundingAmount'))
      .eq(amount(totals, 'cbc:PayableAmount')),
    'BR-CO-17': rows.every((row) =>
      amount(row, 'cbc:TaxableAmount').mul(amount(row, 'cbc:Percent')).div(100).sub(amount(row, 'cbc:TaxAmount')).abs().lt(1),
    ),
    'BR-S-08': rows.every((row) => sum(ofRow(row).map(net)).eq(amount(row, 'cbc:TaxableAmount'))),
    'PEPPOL-EN16931-R120': lines.every((line) => quantity(line).mul(price(line)).sub(net(line)).abs().lte(0.02)),
    'PEPPOL-EN16931-R010': all(xml, 'cbc:EndpointID').length === 2,
  }
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [rule]))
}

t.test(
  'given an invoiced payment and a refund of it, when their documents are requested, then they are UBL with the booked amounts',
  async (t) => {
    const { id } = await invoicedOrder()
    const { status, headers, text } = await get(id, 'invoice')
    t.equal(status, 200)
    t.match(headers, { 'content-type': /application\/xml/, 'content-disposition': /invoice-F-5001\.xml/ })
    t.same(brokenRules(text), [])
    t.match(text, /<Invoice /)
    const masked = permissions.filter((permission) => permission !== 'SeePersonalData')
    t.equal((await get(id, 'invoice', { claims: { oms_permissions: masked } })).status, 403, 'it is about a person')
    t.match(one(text, 'cbc:IssueDate'), '2026-03-03')
    t.match(one(text, 'cbc:DueDate'), '2026-03-17')
    t.match(text, /<cbc:RegistrationName>Kunde &amp; Co AS</)
    t.same(all(text, 'cbc:Percent').slice(0, 3).sort(), ['0', '15', '25'])
    const { body } = await test.send({ url: `/api/Orders/${id}` })
    t.equal(one(text, 'cbc:PayableAmount'), body.orderForm.total.toFixed(2))
    t.equal(one(text, 'cbc:PaymentID'), '0012345678')

    await editDirectly(test.deps, id, (order) => {
      const { lineItems, payments } = order.orderForm
      const refund = invoiced(333.33, {
        id: 'refund',
        transactionType: 'Credit',
        internalReference: 'invoice',
        transactionId: 'r',
      })
      const properties = [{ key: 'CreditNoteNumber', value: 'CN-1' }]
      const form = returnForm({ lineItems: [{ ...lineItems[0], quantity: 1 }], payments: [refund], properties } as never)
      const ofLine = { ...refund, orderLineReferences: [{ lineItemId: '1' }] }
      return { ...order, returnOrderForms: [form], orderForm: { ...order.orderForm, payments: [...payments, ofLine] } }
    })
    const credit = await get(id, 'refund')
    t.equal(credit.status, 200, credit.text)
    t.same(brokenRules(credit.text), [])
    t.match(credit.text, /<CreditNote [\s\S]*<cbc:ID>CN-1<[\s\S]*<cac:BillingReference>[\s\S]*<cbc:ID>F-5001</)
    t.equal(one(credit.text, 'cbc:PayableAmount'), '333.33')
  },
)

t.test(
  'given what an invoice must say and the order does not, when it is requested, then it is refused with all of it',
  async (t) => {
    const { id } = await invoicedOrder({ billingAddress: { name: 'Kari', countryCode: 'XX' }, customerName: 'Kari' })
    t.match(await get(id, 'invoice'), {
      status: 409,
      body: { error: 'InvoiceIncomplete', errors: { 'billingAddress.organizationalNumber': ['is missing'] } },
    })
    const { id: odd } = await invoicedOrder({
      billingAddress: { ...buyer, countryCode: 'XX' },
      properties: [{ key: 'ElectronicAddress', value: '0192:123456785' }],
    })
    t.match(await get(odd, 'invoice'), { status: 409, body: { error: 'InvoiceIncomplete' } }, 'no country')
    for (const [order, payment] of [
      [id, 'none'],
      ['nobody', 'invoice'],
    ] as const)
      t.equal((await get(order, payment)).status, 404)
    t.equal((await get(id, 'invoice', { storeIds: ['Bergen-01'] })).status, 404)
    t.equal((await get(id, 'invoice', { roles: ['ProductRead'] })).status, 403)
  },
)

t.test('given refunds without a return, when they are recorded, then each has a credit note number of its own', async (t) => {
  const { id } = await invoicedOrder()
  const refund = (amount: number) =>
    test.send({ method: 'POST', url: `/api/Orders/${id}/Refund`, body: { amount, reason: 'Late' } })
  t.match(await Promise.all([refund(20), refund(30)]), [{ status: 200 }, { status: 200 }])
  const read = async () => (await test.send({ url: `/api/Orders/${id}` })).body.orderForm.payments as Payment[]
  const credits = (payments: readonly Payment[]) => payments.filter(({ transactionType }) => transactionType === 'Credit')
  const numberOf = ({ properties }: Payment) => properties.find(({ key }) => key === 'CreditNoteNumber')?.value
  const payments = await read()
  const numbers = credits(payments).map(numberOf)
  t.equal(new Set(numbers).size, 2)
  const sequence = numbers.map((number) => Number(/^CN-(\d+)$/.exec(String(number))?.[1])).sort((one, other) => one - other)
  t.equal((sequence[1] as number) - (sequence[0] as number), 1, 'without a gap')
  const [first] = credits(payments)
  const { text, status } = await get(id, first?.id as string)
  t.equal(status, 200, text)
  t.same(brokenRules(text), [])
  t.match(text, `<cbc:ID>${numbers[0]}<`)
  const sent = payments.map((payment) => ({ ...payment, properties: [], comment: 'seen' }))
  t.match(await test.send({ method: 'PUT', url: `/api/Orders/${id}/PutPayments`, body: sent }), { status: 200 })
  t.same(credits(await read()).map(numberOf), numbers, 'a write without the property keeps it')
})

t.test(
  'given a return form that is refunded from two invoices, when they are requested, then no number comes twice',
  async (t) => {
    const { id } = await invoicedOrder()
    await editDirectly(test.deps, id, (order) => {
      const { lineItems, payments } = order.orderForm
      const [invoice] = payments as [Payment]
      const half = { ...invoice, amount: 600 }
      const other = { ...invoice, id: 'other', invoiceId: 'F-5002', transactionId: 'o', amount: invoice.amount - 600 }
      const refunds = ['invoice', 'other'].map((internalReference) =>
        invoiced(100, { id: `of-${internalReference}`, transactionType: 'Credit', internalReference, invoiceId: null }),
      )
      const properties = [{ key: 'CreditNoteNumber', value: 'CN-7' }]
      const form = returnForm({ lineItems: [{ ...lineItems[0], quantity: 1 }], payments: refunds, properties } as never)
      return { ...order, returnOrderForms: [form], orderForm: { ...order.orderForm, payments: [half, other, ...refunds] } }
    })
    t.match((await get(id, 'of-invoice')).text, /<cbc:ID>CN-7<[\s\S]*<cbc:ID>F-5001</)
    t.match((await get(id, 'of-other')).text, /<cbc:ID>CN-7-2<[\s\S]*<cbc:ID>F-5002</)
  },
)
