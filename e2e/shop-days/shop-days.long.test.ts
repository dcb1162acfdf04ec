import { isDeepStrictEqual } from 'node:util'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import type { EventEnvelope } from '@open-oms/contracts/event'
import { paymentRecorded } from '@open-oms/contracts/orders/events'
import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import type { Day } from '../../services/accounting-read/src/modules/calendar/domain/posting-date.ts'
import type { BuiltPosting } from '../../services/accounting-read/src/modules/postings/domain/posting-context.ts'
import { type OrdersTest, sampleConfig, testOrders } from '../../services/orders-workflow/src/testing/test-orders.ts'
import {
  documentBooks,
  inOrder,
  kindBooks,
  ledgerBooks,
  ledgerKinds,
  openAccounts,
  postings,
  reportBooks,
  type Sums,
} from './books.ts'
import { randomDay, type Story } from './random-day.ts'
import { closeTills, play, readOrders, type Shop, toCents } from './shop.ts'

/** Steps that print and send: what they would print is compared without drawing it. */
const printingSteps: ReadonlySet<string> = new Set(['CreateCreditNote', 'Notification'])

async function quietConfig() {
  const config = await sampleConfig()
  const orderTypes = config.orderTypes.map((type) => ({
    ...type,
    orderStatuses: type.orderStatuses.map((status) => ({
      ...status,
      workflowSteps: status.workflowSteps.filter(({ name }) => !printingSteps.has(name)),
    })),
  }))
  return { ...config, orderTypes }
}

const accounting = await loadTenantConfig({
  directory: new URL('../../config', import.meta.url).pathname,
  files: tenantConfigFiles,
  checks: [],
  names: ['stores', 'charts', 'taxGroups', 'settings'],
})
const bookkeeping = {
  ...accounting,
  settings: accounting.settings.accounting,
  stores: accounting.stores.filter(({ accountingCompanyCode }) => accountingCompanyCode === 'NO01'),
  currencyCode: 'NOK',
  postingDate: '2026-03-02' as Day,
  giftCardMethods: new Set(['GiftCard']),
}

const storeIds: ReadonlySet<string> = new Set(bookkeeping.stores.map(({ id }) => id))

/** The payments that were published since the last call. */
async function publishedPayments({ database, background }: OrdersTest): Promise<PaymentRecordedData[]> {
  await background.idle()
  const rows = await database.query<{ envelope: string }>({
    text: `with taken as (delete from kit.waiting_event returning id)
      select envelope from kit.event where id in (select id from taken) order by id`,
  })
  const envelopes = rows.map(({ envelope }): EventEnvelope<PaymentRecordedData> => JSON.parse(envelope))
  const recorded = envelopes.filter(({ type }) => type === paymentRecorded.type)
  return recorded.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)).map(({ data }) => data)
}

const ofKind = (books: Record<string, Sums>, kind: string) =>
  Object.fromEntries(Object.entries(books).filter(([place]) => place.startsWith(kind)))

/** What is wrong with the books after a day; nothing when all agree. */
async function findDayProblems(test: OrdersTest, stories: readonly Story[]): Promise<object[]> {
  const shop: Shop = { test, ids: [] }
  let reports: ZReport[] = []
  let payments: PaymentRecordedData[] = []
  try {
    for (const story of stories) await play(shop, story)
  } finally {
    // The next day begins with nothing, even where a request of this one was refused.
    reports = await closeTills(shop)
    payments = await publishedPayments(test)
  }
  const orders = await readOrders(shop)
  const built = postings(reports, payments, bookkeeping)
  const printed = inOrder(documentBooks(orders))
  const booked = inOrder(ledgerBooks(built))
  const reported = inOrder(reportBooks(reports))
  return [
    ...difference('documents and ledger', printed, booked),
    ...difference('documents and Z-reports', ofKind(printed, 'till'), reported),
    ...difference('Z-reports and ledger', reported, ofKind(booked, 'till')),
    ...difference('payments and ledger, by kind', inOrder(kindBooks(payments, storeIds)), inOrder(ledgerKinds(built))),
    ...[...built].flatMap(([place, ofPlace]) => ofPlace.flatMap((posting) => postingProblems(place, posting))),
    ...openAccounts(built),
    ...orders.flatMap(orderProblems),
  ]
}

function difference(what: string, one: object, other: object): object[] {
  return isDeepStrictEqual(one, other) ? [] : [{ what, one, other }]
}

function postingProblems(place: string, posting: BuiltPosting): object[] {
  if (posting.kind === 'draft') return [{ place, ...posting }]
  const { autoBalanced, warnings } = posting.content
  return autoBalanced || warnings.length > 0 ? [{ place, autoBalanced, warnings }] : []
}

/** An order is due nothing, and keeps exactly what it costs. */
function orderProblems({ id, remainingPayment, netTotal, orderForm }: Order): object[] {
  const { capturedPaymentTotal, creditPaymentTotal } = orderForm
  const kept = toCents(capturedPaymentTotal) - toCents(creditPaymentTotal)
  return remainingPayment === 0 && kept === toCents(netTotal) ? [] : [{ id, remainingPayment, netTotal, kept }]
}

t.test('given any day in two stores, when it is over, then documents, Z-reports and ledger have the same sums', async (t) => {
  const test = await testOrders(t, { config: await quietConfig() })
  const property = fc.asyncProperty(randomDay, async (stories) => {
    const problems = await findDayProblems(test, stories)
    if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 1))
  })
  await t.resolves(fc.assert(property, { numRuns: isLongRun ? 20_000 : 100 }))
})
