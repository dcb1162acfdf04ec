import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const refunds: ReportDefinition = {
  name: 'refunds',
  label: { en: 'Refunds by day', nb: 'Refusjoner per dag' },
  description: {
    en: 'What was paid back, by the day on which it was. Who did it is in the audit log.',
    nb: 'Hva som ble betalt tilbake, etter dagen det skjedde. Hvem som gjorde det, står i revisjonsloggen.',
  },
  columns: columns(
    ['day', 'Date', 'Day', 'Dag'],
    ['store_id', 'Text', 'Store', 'Butikk'],
    ['method', 'Text', 'Payment method', 'Betalingsmåte'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['refunds', 'Integer', 'Refunds', 'Refusjoner'],
    ['refunded', 'Amount', 'Refunded', 'Refundert'],
  ),
  sql: `select (paid_at at time zone :zone)::date as day, store_id, method, currency, count(*) as refunds, sum(amount) as refunded
  from reporting.payments
  where order_last_payment_at >= :from and order_first_payment_at < :to and paid_at >= :from and paid_at < :to
    and (:stores is null or store_id = any(:stores)) and counts and type = 'Credit'
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
}
