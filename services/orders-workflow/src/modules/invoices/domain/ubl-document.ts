import type { ElectronicSeller } from '@open-oms/contracts/config/document-settings'
import type { OrderAddress } from '@open-oms/contracts/orders/address'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import { Decimal } from '@open-oms/money/decimal'
import type { InvoiceLine, InvoiceParts, InvoiceVat } from './invoice-parts.ts'
import { isSchemeNumber } from './scheme-number.ts'

/**
 * A document in the form of the library: the elements of UBL, attributes as `element@attribute`.
 */
export type UblDocument = Record<string, unknown>

export type InvoiceSource = {
  order: Order
  payment: Payment
  /** The number of the invoice; that of the invoice which a credit note is for too. */
  invoiceId: string | null
  invoice: PaymentRecordedData['invoice']
  seller: (ElectronicSeller & { name: string }) | null
  parts: InvoiceParts
  currency: string
  /** The local day of the payment. */
  day: string
}

/** What is missing, by the field that should have it. */
export type InvoiceProblems = Record<string, string[]>

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
/** UNTDID 1001: commercial invoice, credit note. UNTDID 4461: credit transfer. UNECE 20: one. */
const CODE = { invoice: '380', creditNote: '381', creditTransfer: '30', piece: 'C62' } as const
/** Amounts of EN 16931 have at most so many decimals. */
const DECIMALS_MAX = 2
/** Schemes of organisation numbers as electronic addresses, by country. */
const schemes: Readonly<Record<string, string>> = { NO: '0192', SE: '0007', DK: '0184' }

/**
 * What an invoice must say and the order or the configuration does not
 * (invoices.md#incomplete-invoices).
 */
export function findInvoiceProblems({ order, seller, invoiceId, invoice, payment, parts }: InvoiceSource): InvoiceProblems {
  const missing = ['is missing']
  const { billingAddress: buyer } = order
  const isCredit = payment.transactionType === 'Credit'
  return {
    ...(seller === null && { 'documents.issuers': ['has no "electronic" for the company of the store'] }),
    ...(!invoiceId && { invoiceId: missing }),
    ...(isCredit && !invoice.creditNoteNumber && { creditNoteNumber: missing }),
    ...(!buyerName(order) && { 'billingAddress.organization': missing }),
    ...(!buyer?.countryCode && { 'billingAddress.countryCode': missing }),
    ...findNumberProblem(order),
    ...(parts.lines.length === 0 && { breakdown: ['has no lines'] }),
    ...(decimals(parts) > DECIMALS_MAX && { currency: [`has more than ${DECIMALS_MAX} decimals`] }),
  }
}

function findNumberProblem(order: Order): InvoiceProblems {
  const address = electronicAddress(order)
  if (address === null) return { 'billingAddress.organizationalNumber': ['is missing'] }
  if (isSchemeNumber(address)) return {}
  const [field, what] =
    givenAddress(order) === null ? ['billingAddress.organizationalNumber', 'is'] : ['properties', 'ElectronicAddress is']
  return { [field]: [`${what} no number of its country: its digits do not fit together`] }
}

/** The document; of a source without problems. */
export function ublDocument(source: InvoiceSource): UblDocument {
  const { order, payment, invoiceId, invoice, seller, parts, currency, day } = source
  const isCredit = payment.transactionType === 'Credit'
  const amount = (name: string, value: Decimal) => ({ [name]: value.toFixed(2), [`${name}@currencyID`]: currency })
  const net = parts.lines.reduce((sum, line) => sum.add(line.net), new Decimal(0))
  const vat = parts.vat.reduce((sum, row) => sum.add(row.vat), new Decimal(0))
  const rounding = parts.rounding.isZero() ? {} : amount('cbc:PayableRoundingAmount', parts.rounding)
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': CUSTOMIZATION,
      'cbc:ProfileID': PROFILE,
      'cbc:ID': isCredit ? invoice.creditNoteNumber : invoiceId,
      'cbc:IssueDate': day,
      ...(!isCredit && { 'cbc:DueDate': dayAfter(day, invoice.paymentTermsNet ?? 0) }),
      'cbc:InvoiceTypeCode': isCredit ? CODE.creditNote : CODE.invoice,
      'cbc:DocumentCurrencyCode': currency,
      ...(order.customerReference && { 'cbc:BuyerReference': order.customerReference }),
      'cac:OrderReference': { 'cbc:ID': order.orderForm.purchaseOrderId || order.orderNumber || order.id },
      ...(isCredit && { 'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': invoiceId } }] }),
      ...(seller && { 'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(seller) } }),
      'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(order) },
      ...paymentMeans(seller, invoice.kidNumber),
      'cac:TaxTotal': [{ ...amount('cbc:TaxAmount', vat), 'cac:TaxSubtotal': parts.vat.map((row) => taxSubtotal(row, amount)) }],
      'cac:LegalMonetaryTotal': {
        ...amount('cbc:LineExtensionAmount', net),
        ...amount('cbc:TaxExclusiveAmount', net),
        ...amount('cbc:TaxInclusiveAmount', net.add(vat)),
        ...rounding,
        ...amount('cbc:PayableAmount', parts.total),
      },
      'cac:InvoiceLine': parts.lines.map((line, index) => invoiceLine(line, String(index + 1), amount)),
    },
  }
}

type WriteAmount = (name: string, value: Decimal) => UblDocument

/**
 * A group of VAT. What has no VAT by its nature is exempt with a reason: its own category, outside
 * the scope of VAT, may not stand beside others in a document.
 */
function taxSubtotal({ rate, net, vat }: InvoiceVat, amount: WriteAmount): UblDocument {
  const reason = rate === null ? { 'cbc:TaxExemptionReason': 'Not a supply of goods or services' } : {}
  return {
    ...amount('cbc:TaxableAmount', net),
    ...amount('cbc:TaxAmount', vat),
    'cac:TaxCategory': { ...taxCategory(rate), ...reason, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
  }
}

function taxCategory(rate: number | null): UblDocument {
  const id = rate === null ? 'E' : rate === 0 ? 'Z' : 'S'
  return { 'cbc:ID': id, 'cbc:Percent': String(rate ?? 0) }
}

/**
 * The price is that of the whole quantity, so that quantity and price give the amount exactly. A
 * price is never negative: what is taken back has a negative quantity.
 */
function invoiceLine({ name, code, quantity, net, rate }: InvoiceLine, id: string, amount: WriteAmount): UblDocument {
  const unit = (element: string, value: Decimal) => ({ [element]: value.toString(), [`${element}@unitCode`]: CODE.piece })
  return {
    'cbc:ID': id,
    ...unit('cbc:InvoicedQuantity', net.isNegative() ? quantity.neg() : quantity),
    ...amount('cbc:LineExtensionAmount', net),
    'cac:Item': {
      'cbc:Name': name,
      ...(code && { 'cac:SellersItemIdentification': { 'cbc:ID': code } }),
      'cac:ClassifiedTaxCategory': { ...taxCategory(rate), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    },
    'cac:Price': { ...amount('cbc:PriceAmount', net.abs()), ...unit('cbc:BaseQuantity', quantity) },
  }
}

function paymentMeans(seller: InvoiceSource['seller'], kidNumber: string | null): UblDocument {
  if (!seller?.accountNumber) return {}
  const reference = kidNumber === null ? {} : { 'cbc:PaymentID': kidNumber }
  const account = { 'cac:PayeeFinancialAccount': { 'cbc:ID': seller.accountNumber } }
  return { 'cac:PaymentMeans': [{ 'cbc:PaymentMeansCode': CODE.creditTransfer, ...reference, ...account }] }
}

function sellerParty({
  name,
  electronicAddress,
  street,
  city,
  postalCode,
  country,
  vatNumber,
  organizationNumber,
  taxRegistration,
}: ElectronicSeller & { name: string }): UblDocument {
  return {
    ...endpoint(electronicAddress),
    'cac:PostalAddress': {
      ...{ 'cbc:StreetName': street, 'cbc:CityName': city, 'cbc:PostalZone': postalCode },
      'cac:Country': { 'cbc:IdentificationCode': country },
    },
    'cac:PartyTaxScheme': [taxScheme(vatNumber, 'VAT'), ...(taxRegistration ? [taxScheme(taxRegistration, 'TAX')] : [])],
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': organizationNumber },
  }
}

function taxScheme(registration: string, id: 'VAT' | 'TAX'): UblDocument {
  return { 'cbc:CompanyID': registration, 'cac:TaxScheme': { 'cbc:ID': id } }
}

function buyerParty(order: Order): UblDocument {
  const { line1, line2, city, postalCode, countryCode } = order.billingAddress as OrderAddress
  const number = organizationNumber(order)
  return {
    ...endpoint(electronicAddress(order) ?? ''),
    'cac:PostalAddress': {
      ...(line1 && { 'cbc:StreetName': line1 }),
      ...(line2 && { 'cbc:AdditionalStreetName': line2 }),
      ...(city && { 'cbc:CityName': city }),
      ...(postalCode && { 'cbc:PostalZone': postalCode }),
      'cac:Country': { 'cbc:IdentificationCode': countryCode?.toUpperCase() },
    },
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': buyerName(order),
      ...(number && { 'cbc:CompanyID': number }),
    },
  }
}

function buyerName({ billingAddress, customerName }: Order): string | null {
  return billingAddress?.organization || billingAddress?.name || customerName || null
}

/**
 * Property `ElectronicAddress` of the order, else the organisation number in the scheme of its
 * country.
 */
function electronicAddress(order: Order): string | null {
  const { billingAddress } = order
  const given = givenAddress(order)
  if (given !== null) return given
  const scheme = schemes[billingAddress?.countryCode?.toUpperCase() ?? '']
  const number = organizationNumber({ billingAddress })
  return scheme === undefined || !number ? null : `${scheme}:${number}`
}

function givenAddress({ properties }: Order): string | null {
  const given = properties.find(({ key }) => key === 'ElectronicAddress')?.value
  return given && /^\w{2,4}:\S+$/.test(given) ? given : null
}

function organizationNumber({ billingAddress }: Pick<Order, 'billingAddress'>): string | null {
  return billingAddress?.organizationalNumber?.replaceAll(/[\s-]/g, '') || null
}

function endpoint(address: string): UblDocument {
  const at = address.indexOf(':')
  return { 'cbc:EndpointID': address.slice(at + 1), 'cbc:EndpointID@schemeID': address.slice(0, at) }
}

function decimals({ lines, vat, rounding }: InvoiceParts): number {
  return Math.max(
    ...[...lines.map(({ net }) => net), ...vat.map((row) => row.vat), rounding].map((value) => value.decimalPlaces()),
  )
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
