import type { EventContract, EventEnvelope } from '@open-oms/contracts/event'
import { paymentRecorded, zReportClosed } from '@open-oms/contracts/orders/events'
import { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import type { Consumer } from '@open-oms/service-kit/events/consumer'
import { eventReader } from '@open-oms/service-kit/events/incoming-event'
import { extremeCases } from '@open-oms/service-kit/testing/extreme-values'
import t from 'tap'
import { createConsumers } from '../../consumers.ts'
import { accountingFixture, aPayment, aZReport } from '../../testing/accounting-fixture.ts'
import { tillAccounts } from '../../testing/sample-postings.ts'
import { buildDay } from '../payments/build-day.ts'
import { waitingDays } from './build-days.ts'

const fixture = await accountingFixture(t)
fixture.config.charts[0]?.accounts.push(...tillAccounts)
const { deps } = fixture
const consumers = createConsumers(deps)

let events = 0

/** Handles an event as it comes from the stream, in a transaction of its own. */
async function handle(contract: EventContract, data: unknown): Promise<void> {
  const consumer = consumers.find(({ handlers }) => handlers.get(contract.type)?.contract === contract) as Consumer
  const sequence = ++events
  const envelope = { specversion: '1.0', id: `e-${sequence}`, source: '/test', type: contract.type, subject: 'x', sequence }
  const rest = { time: '2026-01-15T11:00:00Z', datacontenttype: 'application/json', dataschema: 'urn:oms' }
  const result = eventReader(consumer)(JSON.stringify({ ...envelope, ...rest, data }), 'place')
  if ('refused' in result) throw new Error(result.refused.reason)
  const { event, handler } = result.incoming
  await deps.inTransaction(async (tx) => handler?.handle(tx, event as EventEnvelope<never>))
}

const storeId = 'Oslo-01'

t.test(
  'given any extreme that the contract of a payment allows, when the event arrives, then it is stored and its day is built',
  async (t) => {
    let count = 0
    for (const { title, value } of extremeCases(PaymentRecordedData)) {
      count++
      try {
        await handle(paymentRecorded, value)
        const data = value as PaymentRecordedData
        if (data.storeId.length < 100) await handle(paymentRecorded, { ...data, storeId, currency: 'NOK' })
        for (const day of await waitingDays(deps)) if (day.storeId === storeId) await buildDay(deps, day)
      } catch (error) {
        t.fail(`${title}: ${(error as Error).message.slice(0, 200)}`)
      }
    }
    t.ok(count > 100, `${count} cases`)
  },
)

t.test(
  'given any extreme that the contract of a Z-report allows, when the event arrives, then it is stored and booked',
  async (t) => {
    let count = 0
    for (const { title, value } of extremeCases(ZReport, { storeId, currencyCode: 'NOK' })) {
      count++
      const report = value as ZReport
      // Each is a report of its own, or a revision of its own of one whose id is the extreme.
      const key = report.zReportId === 'x' ? { zReportId: `Z-${count}` } : { revision: count }
      try {
        await handle(zReportClosed, { ...report, ...key })
      } catch (error) {
        t.fail(`${title}: ${(error as Error).message.slice(0, 200)}`)
      }
    }
    t.ok(count > 100, `${count} cases`)
  },
)

t.test(
  'given a Z-report with the most payments and VAT groups, each the largest, when the event arrives, then it is booked',
  async (t) => {
    const largest = 999_999_999_999.999_9
    const payments = Array.from({ length: 250 }, (_, index) => ({ name: `Card ${index % 2}`, amount: largest, count: 1 }))
    const vatGroups = Array.from({ length: 250 }, () => ({ vatValue: 25, amount: largest, count: 1 }))
    const report = aZReport({ zReportId: 'Z-large', payments, vatGroups, paymentRefunds: payments, vatGroupRefunds: vatGroups })
    await handle(zReportClosed, report)
    const [posting] = await deps.query<{ isBalanced: boolean; total: string }>({
      text: `select total_debit = total_credit as "isBalanced", total_debit as total from posting where z_report_id = 'Z-large'`,
    })
    t.match(posting, { isBalanced: true, total: /^\d{15}\.\d{4}$/ })
  },
)

t.test(
  'given any extreme that the contracts of an ERP allow, when its events arrive, then the posting has their values',
  async (t) => {
    let count = 0
    for (const contract of consumers.find(({ name }) => name === 'accounting-erp')?.handlers.values() ?? []) {
      for (const { title, value } of extremeCases(contract.contract.data, { postingId: '-' })) {
        count++
        try {
          const postingId = await postingIn(contract.contract.type === 'erp.posting.reconciled.v1' ? 'Exported' : 'Posted')
          await handle(contract.contract, { ...(value as object), postingId })
        } catch (error) {
          t.fail(`${contract.contract.type} ${title}: ${(error as Error).message.slice(0, 200)}`)
        }
      }
    }
    t.ok(count > 15, `${count} cases`)
  },
)

/** A new posting in a status. */
async function postingIn(status: 'Posted' | 'Exported'): Promise<string> {
  const orderId = `erp-${++events}`
  const paidDate = new Date(Date.UTC(2020, 0, events)).toISOString()
  await handle(paymentRecorded, aPayment({ orderId }, { paidDate }))
  const built = await buildDay(deps, { storeId, currencyCode: 'NOK', postingDate: paidDate.slice(0, 10) })
  if (!('postingId' in built)) throw new Error(`no posting: ${built.outcome}`)
  const { postingId } = built
  const exported = { postingId, externalReference: 'E', exportedAt: '2026-01-20T06:00:00.000Z' }
  const contract = consumers
    .flatMap(({ handlers }) => [...handlers.values()])
    .find(({ contract }) => contract.type === 'erp.posting.exported.v1')
  if (status === 'Exported' && contract !== undefined) await handle(contract.contract, exported)
  return postingId
}
