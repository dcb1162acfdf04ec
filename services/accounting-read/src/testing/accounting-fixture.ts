import { Settings } from '@open-oms/contracts/config/settings'
import type { Store } from '@open-oms/contracts/config/stores'
import type { EventEnvelope } from '@open-oms/contracts/event'
import { type OrderEventData, orderPurged, paymentRecorded, zReportClosed } from '@open-oms/contracts/orders/events'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { type OwnedTestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { Value } from '@sinclair/typebox/value'
import type { AccountingConfig, Deps } from '../deps.ts'
import { onPaymentRecorded } from '../modules/payments/on-payment-recorded.ts'
import { changePostingStatus } from '../modules/postings/on-erp-event.ts'
import { onZReportClosed } from '../modules/z-reports/on-z-report-closed.ts'
import { aPart, chartWith, taxGroups } from './sample-postings.ts'

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

/**
 * A tenant with two Norwegian stores of one company, and one in Tokyo that has no GiftCardLiability
 * account.
 */
export function aConfig(): AccountingConfig {
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

/**
 * What an event says about a payment of 125 by card for goods of 100 and 25 of VAT, at noon of 15
 * January 2026 in Oslo.
 */
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
  database: OwnedTestDatabase
  deps: Deps
  /** May be changed by the test. */
  config: AccountingConfig
  /** Handles an event about a payment; by default its sequence is the next of the order. */
  record(data: PaymentRecordedData, sequence?: number): Promise<void>
  /** Handles the purge of an order, as its next event. */
  purge(orderId: string): Promise<void>
  /** Handles an event about a Z-report. */
  close(report: ZReport): Promise<void>
  /** Exports and reconciles a posting as an ERP connector does. */
  reconcile(postingId: string): Promise<void>
}

/**
 * A database of its own with the dependencies of the service: a fixed clock, counted ids, a
 * configuration that tests may change.
 */
export async function accountingFixture(t: Parameters<typeof testDatabase>[0]): Promise<AccountingFixture> {
  const database = await testDatabase(t, 'accounting-read')
  const config = aConfig()
  let ids = 0
  const deps: Deps = {
    inTransaction: database.inTransaction,
    query: database.query,
    execute: database.execute,
    reading: database,
    config: () => config,
    now: () => new Date('2026-01-20T06:00:00.000Z'),
    newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  }
  const sequences = new Map<string, number>()
  const { handlers } = onPaymentRecorded(deps)
  const handler = handlers.get(paymentRecorded.type)
  const closing = onZReportClosed(deps).handlers.get(zReportClosed.type)
  return {
    database,
    deps,
    config,
    record: async (data, given) => {
      const sequence = given ?? (sequences.get(data.orderId) ?? 0) + 1
      sequences.set(data.orderId, Math.max(sequence, sequences.get(data.orderId) ?? 0))
      await database.inTransaction(async (tx) => handler?.handle(tx, paymentEnvelope(data, sequence)))
    },
    purge: async (orderId) => {
      const sequence = (sequences.get(orderId) ?? 0) + 1
      sequences.set(orderId, sequence)
      await database.inTransaction(async (tx) => handlers.get(orderPurged.type)?.handle(tx, purgedEnvelope(orderId, sequence)))
    },
    close: async (report) => {
      await database.inTransaction(async (tx) => closing?.handle(tx, closedEnvelope(report)))
    },
    reconcile: async (postingId) => {
      const exported = { to: 'Exported', externalReference: `E-${postingId}`, exportedAt: deps.now() } as const
      for (const transition of [exported, { to: 'Reconciled' } as const])
        await database.inTransaction((tx) => changePostingStatus(deps, tx, { postingId, transition, causationId: 'test' }))
    },
  }
}

/**
 * What an event says about a till that sold for 250 and took back for 25, in cash, and was 1 short.
 */
export function aZReport(fields: Partial<ZReport> = {}): ZReport {
  return {
    zReportId: 'Z-1',
    zReportNumber: 1,
    revision: 1,
    storeId: 'Oslo-01',
    registerIds: ['R1'],
    currencyCode: 'NOK',
    dateClosed: '2026-01-15T21:00:00.000Z',
    created: '2026-01-15T21:00:00.000Z',
    modified: '2026-01-15T21:00:00.000Z',
    sales: { amount: 250, count: 2 },
    returns: { amount: 25, count: 1 },
    payments: [{ name: 'Cash', amount: 250, count: 2 }],
    paymentRefunds: [{ name: 'Cash', amount: 25, count: 1 }],
    vatGroups: [{ vatValue: 25, amount: 250, count: 2 }],
    vatGroupRefunds: [{ vatValue: 25, amount: 25, count: 1 }],
    cashManagement: { cashIn: 250, cashOut: 25, cashCounted: 224, cashExpected: 225, cashDiff: -1, cashBank: 200, cashFloat: 24 },
    tips: 0,
    giftCardsSold: 0,
    giftCardsUsed: 0,
    roundOff: 0,
    orderIds: ['pos-1', 'pos-2'],
    ...fields,
  }
}

/** An event about a Z-report as it comes from orders-workflow. */
export function closedEnvelope(data: ZReport): EventEnvelope<ZReport> {
  return {
    specversion: '1.0',
    id: crypto.randomUUID(),
    source: '/orders/zreport',
    type: zReportClosed.type,
    subject: data.zReportId,
    time: data.modified,
    datacontenttype: 'application/json',
    dataschema: `urn:oms:event:${zReportClosed.type}`,
    sequence: data.revision,
    data,
  }
}

/** The event of a purged order as it comes from orders-workflow. */
export function purgedEnvelope(orderId: string, sequence: number): EventEnvelope<OrderEventData> {
  const { orderNumber, orderType, storeId, currency } = aPayment()
  const about = { orderId, orderNumber, orderType, storeId, marketId: null, status: 'Completed', previousStatus: null }
  const data = { ...about, versionId: 'v-1', operation: 'purge', changedFields: [], total: 125, currency }
  const { type } = orderPurged
  return { ...paymentEnvelope(aPayment({ orderId }), sequence), type, dataschema: `urn:oms:event:${type}`, data }
}

/** An event about a payment as it comes from orders-workflow. */
export function paymentEnvelope(data: PaymentRecordedData, sequence: number): EventEnvelope<PaymentRecordedData> {
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
