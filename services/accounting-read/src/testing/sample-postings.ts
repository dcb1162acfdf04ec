import type { AccountingFiles } from '@open-oms/contracts/config/accounting-files'
import type { Account, AccountCategory, Chart } from '@open-oms/contracts/config/chart-of-accounts'
import type { TaxGroup } from '@open-oms/contracts/config/tax-groups'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import type { PaymentTransaction } from '../modules/payments/domain/payment-transaction.ts'
import type { WebFulfillmentContext } from '../modules/payments/domain/web-fulfillment-posting.ts'

/** An account of a test's chart; `details` is `discriminator` or further fields. */
export function anAccount(category: AccountCategory, accountNumber: string, details: string | Partial<Account> = {}): Account {
  return {
    accountNumber,
    name: `${category} ${accountNumber}`,
    description: null,
    category,
    discriminator: null,
    vatCode: null,
    vatRate: null,
    currencyCode: null,
    taxGroupCode: null,
    active: true,
    externalNumber: null,
    groupingCode: null,
    taxKey: null,
    ...(typeof details === 'string' ? { discriminator: details } : details),
  }
}

/** A Norwegian chart without a Discount account. */
const accounts: readonly Account[] = [
  anAccount('Sales', '3000', { discriminator: '25', vatCode: '3' }),
  anAccount('Sales', '3010', { discriminator: '15', vatCode: '31' }),
  anAccount('Sales', '3020'),
  anAccount('OutputVat', '2700', { discriminator: '25', vatCode: '3' }),
  anAccount('OutputVat', '2701'),
  anAccount('Shipping', '3090'),
  anAccount('PaymentMethod', '1500', 'Card'),
  anAccount('PaymentMethod', '1590'),
  anAccount('RefundPaymentMethod', '1590'),
  anAccount('Receivable', '1510'),
  anAccount('GiftCardLiability', '2960'),
  anAccount('PaymentProviderFee', '7770'),
  anAccount('Tip', '2970'),
  anAccount('DepositLiability', '2950'),
  anAccount('Rounding', '7740'),
  anAccount('Other', '1999'),
]

/** What files say of the company of the sample charts. */
export const sampleFiles: AccountingFiles = {
  ...{ companyName: 'Sample', organizationNumber: '999999999', country: 'NO', currencyCode: 'NOK', fiscalYearBegin: '01-01' },
  ...{ voucherSeries: 'A', voucherType: 9, costCentres: false, datev: null, saft: null },
  vatCodes: [{ vatCode: '3', vatRate: 25, externalCode: null, standardCode: '3' }],
}

export const chartWith = (...more: Account[]): Chart => ({
  companyCode: 'NO01',
  storeId: null,
  accounts: [...accounts, ...more],
  files: null,
})
export const chartWithout = (category: AccountCategory): Chart => ({
  companyCode: 'NO01',
  storeId: null,
  accounts: accounts.filter((account) => account.category !== category),
  files: null,
})

export const taxGroups: readonly TaxGroup[] = [
  {
    code: 'normal',
    name: 'Normal',
    rate: 25,
    externalCode: 'NO-25',
    outsideVatScope: false,
    validFrom: null,
    validTo: '2026-01-31',
  },
  {
    code: 'normal',
    name: 'Normal',
    rate: 25,
    externalCode: 'NO-25B',
    outsideVatScope: false,
    validFrom: '2026-02-01',
    validTo: null,
  },
  { code: 'exempt', name: 'Exempt', rate: 0, externalCode: null, outsideVatScope: true, validFrom: null, validTo: null },
]

/**
 * Accounts for cash drawers, and for transfers between stores, in addition to those of `chartWith`.
 */
export const tillAccounts = [
  anAccount('CashFloat', '1905'),
  anAccount('CashInTransit', '1909'),
  anAccount('OverShort', '7790'),
] as const
export const transferAccounts = [anAccount('InternalTransferOut', '4310'), anAccount('InternalTransferIn', '4320')] as const

export function aContext(fields: Partial<WebFulfillmentContext> = {}): WebFulfillmentContext {
  return {
    store: { id: 'Oslo-01', accountingCompanyCode: 'NO01' },
    currencyCode: 'NOK',
    postingDate: '2026-01-15',
    charts: [chartWith()],
    taxGroups,
    settings: { balanceTolerance: 0.005, suspenseAccountNumber: '1999', overShortAccountNumber: null, roundToWholeUnits: false },
    giftCardMethods: new Set(['GiftCard']),
    companyStores: new Map([
      ['Oslo-01', 'D-10'],
      ['Bergen-01', 'D-20'],
    ]),
    ...fields,
  }
}

export function aPart(
  kind: PaymentBreakdownEntry['kind'],
  net: number,
  fields: Partial<PaymentBreakdownEntry> = {},
): PaymentBreakdownEntry {
  return {
    kind,
    net,
    vatRate: null,
    vatAmount: 0,
    taxGroupCode: null,
    lineItemId: null,
    shipmentId: null,
    isRental: false,
    ...fields,
  }
}

export function aTransaction(fields: Partial<PaymentTransaction> = {}): PaymentTransaction {
  return {
    orderId: 'order-1',
    orderNumber: '1001',
    paymentId: 'payment-1',
    storeId: 'Oslo-01',
    currencyCode: 'NOK',
    customerNumber: 'C-7',
    transactionType: 'Capture',
    status: 'Processed',
    method: 'Card',
    amount: '125',
    occurredAt: new Date('2026-01-15T12:00:00Z'),
    invoiceNumber: null,
    paymentTermsNet: null,
    kidNumber: null,
    creditNoteNumber: null,
    breakdown: [aPart('Sales', 100, { vatRate: 25, vatAmount: 25 })],
    providerFee: null,
    unreadableProviderFee: null,
    reducesReceivable: false,
    transfers: [],
    ...fields,
  }
}
