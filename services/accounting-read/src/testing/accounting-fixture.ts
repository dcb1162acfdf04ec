import { Settings } from '@oms/contracts/config/settings'
import type { Store } from '@oms/contracts/config/stores'
import type { EventEnvelope } from '@oms/contracts/event'
import { type PaymentRecordedData, paymentRecorded } from '@oms/contracts/orders/events'
import { type TestDatabase, testDatabase } from '@oms/service-kit/testing/test-database'
import { Value } from '@sinclair/typebox/value'
import type { AccountingConfig } from '../accounting-config.ts'
import { onPaymentRecorded } from '../consumers/on-payment-recorded.ts'
import type { Deps } from '../deps.ts'
import { aPart, chartWith, taxGroups } from './sample-books.ts'

function aStore(id: string, fields: Partial<Store> = {}): Store {
  return {
    id,
    name: id,
    marketId: 'NOR',
    storeGroupId: 'norway',
    accountingCompanyCode: 'NO01',
    accountingDimensionCode: null,
    timeZone: 'Europe/Oslo',
    warehouses: [id],
    ...fields,
  }
}

/** A tenant with two Norwegian stores of one company, and one in Tokyo that has no GiftCardLiability account. */
function aConfig(): AccountingConfig {
  const settings = Value.Default(Settings, { accounting: { suspenseAccountNumber: '1999' } }) as AccountingConfig['settings']
  const japanese = chartWith()
  return {
    settings,
    stores: [
      aStore('Oslo-01'),
      aStore('Bergen-01'),
      aStore('Tokyo-01', { storeGroupId: null, accountingCompanyCode: 'JP01', timeZone: 'Asia/Tokyo' }),
    ],
    charts: [
      chartWith(),
      {
        ...japanese,
        companyCode: 'JP01',
        accounts: japanese.accounts.filter((account) => account.category !== 'GiftCardLiability'),
      },
    ],
    taxGroups: [...taxGroups],
    paymentMethods: [],
  }
}

/** What an event says about a payment of 125 by card for goods of 100 and 25 of VAT, at noon of 15 January 2026 in Oslo. */
export function aPayment(
  fields: Partial<PaymentRecordedData> = {},
  payment: Partial<PaymentRecordedData['payment']> = {},
): PaymentRecordedData {
  return {
    orderId: 'order-1',
    orderNumber: '1001',
    orderType: 'Web',
    orderOrigin: null,
    storeId: 'Oslo-01',
    currency: 'NOK',
    customerNumber: null,
    payment: {
      id: 'payment-1',
      transactionType: 'Capture',
      status: 'Processed',
      method: 'Card',
      amount: 125,
      paidDate: '2026-01-15T11:00:00.000Z',
      transactionId: null,
      invoiceId: null,
      ...payment,
    },
    invoice: { paymentTermsNet: null, kidNumber: null, creditNoteNumber: null },
    breakdown: [aPart('Sales', 100, { vatRate: 25, vatAmount: 25 })],
    ...fields,
  }
}

export type AccountingFixture = {
  database: TestDatabase
  deps: Deps
  /** May be changed by the test. */
  config: AccountingConfig
  /** Takes in an event about a payment; the sequence counts per order unless given. */
  record(data: PaymentRecordedData, sequence?: number): Promise<void>
}

/** A database of its own with the dependencies of the service: a fixed clock, counted ids, a configuration that tests may change. */
export async function accountingFixture(t: Parameters<typeof testDatabase>[0]): Promise<AccountingFixture> {
  const database = await testDatabase(t, 'accounting-read')
  const config = aConfig()
  let ids = 0
  const deps: Deps = {
    inTransaction: database.inTransaction,
    query: database.query,
    config: () => config,
    now: () => new Date('2026-01-20T06:00:00.000Z'),
    newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  }
  const sequences = new Map<string, number>()
  const handler = onPaymentRecorded(deps).handlers.get(paymentRecorded.type)
  return {
    database,
    deps,
    config,
    record: async (data, given) => {
      const sequence = given ?? (sequences.get(data.orderId) ?? 0) + 1
      sequences.set(data.orderId, Math.max(sequence, sequences.get(data.orderId) ?? 0))
      await database.inTransaction(async (tx) => handler?.handle(tx, envelopeOf(data, sequence)))
    },
  }
}

/** An event about a payment as it comes from orders-workflow. */
export function envelopeOf(data: PaymentRecordedData, sequence: number): EventEnvelope<PaymentRecordedData> {
  return {
    specversion: '1.0',
    id: crypto.randomUUID(),
    source: '/orders/order',
    type: paymentRecorded.type,
    subject: data.orderId,
    time: '2026-01-15T11:00:01.000Z',
    datacontenttype: 'application/json',
    dataschema: `urn:oms:event:${paymentRecorded.type}`,
    sequence,
    data,
  }
}
