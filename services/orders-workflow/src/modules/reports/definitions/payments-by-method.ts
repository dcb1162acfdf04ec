import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const paymentsByMethod: ReportDefinition = {
  name: 'payments-by-method',
  label: { en: 'Payments by method', nb: 'Betalinger per betalingsmåte' },
  description: {
    en: 'What was taken and refunded, by the time at which the money moved. Payments that failed or are pending do not count.',
    nb: 'Hva som ble trukket og refundert, etter når pengene ble flyttet. Betalinger som feilet eller venter, teller ikke.',
  },
  columns: columns(
    ['method', 'Text', 'Payment method', 'Betalingsmåte'],
    ['store_id', 'Text', 'Store', 'Butikk'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['payments', 'Integer', 'Payments', 'Betalinger'],
    ['captured', 'Amount', 'Taken', 'Trukket'],
    ['refunded', 'Amount', 'Refunded', 'Refundert'],
    ['net', 'Amount', 'Net', 'Netto'],
  ),
  sql: `select method, store_id, currency, count(*) as payments, sum(amount) filter (where type <> 'Credit') as captured,
    coalesce(sum(amount) filter (where type = 'Credit'), 0) as refunded,
    sum(case when type = 'Credit' then -amount else amount end) as net
  from reporting.payments
  where order_last_payment_at >= :from and order_first_payment_at < :to and paid_at >= :from and paid_at < :to
    and (:stores is null or store_id = any(:stores)) and counts and type in ('Capture', 'Sale', 'Invoiced', 'Credit')
  group by 1, 2, 3 order by 1, 2, 3`,
}
