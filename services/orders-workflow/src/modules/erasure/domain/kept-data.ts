import type { KeptData } from '@open-oms/contracts/orders/customers/erasure'

const DAY_MS = 24 * 3_600_000
/** How long streams keep events, and receivers of webhooks may still be sent one. */
const STREAM_DAYS = 30
const WEBHOOK_DAYS = 90

type Facts = { newestOrder: Date | null; now: Date; bookkeepingYears: number }

/** What an erasure leaves, and why (customers.md#what-an-erasure-leaves). */
export function keptData({ newestOrder, now, bookkeepingYears }: Facts): KeptData[] {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const ledger: KeptData[] =
    newestOrder === null
      ? []
      : [
          {
            place: 'Ledger',
            what: 'Amounts, VAT, invoice, credit note and payment reference numbers, and the customer number of payments: the law on bookkeeping asks for them.',
            until: endOfYear(newestOrder, bookkeepingYears),
          },
          {
            place: 'EventStreams',
            what: 'Events of payments with the customer number. They name nobody else.',
            until: inDays(STREAM_DAYS),
          },
          {
            place: 'WaitingWebhooks',
            what: 'Deliveries that were not made yet, with the customer number of payments.',
            until: inDays(WEBHOOK_DAYS),
          },
        ]
  return [
    ...ledger,
    {
      place: 'Backups',
      what: 'Backups from before. Restored with the list of erasures, they lose the customer again.',
      until: null,
    },
    {
      place: 'Receivers',
      what: 'What mail servers, SMS gateways, payment and shipping providers, webhooks and exports were sent.',
      until: null,
    },
    {
      place: 'BusinessCustomers',
      what: 'A business customer of this id, if there is one: companies are a register of their own.',
      until: null,
    },
  ]
}

function endOfYear(date: Date, years: number): string {
  return new Date(Date.UTC(date.getUTCFullYear() + years + 1, 0, 1)).toISOString()
}
