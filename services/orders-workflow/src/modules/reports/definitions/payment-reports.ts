import { columns } from '@open-oms/service-kit/reports/column'
import type { ReportDefinition } from '@open-oms/service-kit/reports/report'

export const returnsByReason: ReportDefinition = {
  name: 'returns-by-reason',
  label: { en: 'Returns by reason', nb: 'Returer per grunn' },
  description: {
    en: 'What came back, by the day on which the return was made. A reason that is empty was not given; `Other` is any longer text.',
    nb: 'Hva som kom tilbake, etter dagen returen ble laget. En tom grunn ble ikke oppgitt; `Other` er all lengre tekst.',
  },
  columns: columns(
    ['reason', 'Text', 'Reason', 'Grunn'],
    ['store_id', 'Text', 'Store', 'Butikk'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['returns', 'Integer', 'Returns', 'Returer'],
    ['quantity', 'Number', 'Quantity', 'Antall'],
    ['total', 'Amount', 'Total with tax', 'Sum med mva.'],
  ),
  sql: `select reason, store_id, currency, count(distinct (order_id, return_id)) as returns, sum(quantity) as quantity, sum(total) as total
  from reporting.return_lines
  where created_at >= :from and created_at < :to and (:stores is null or store_id = any(:stores) or order_store_id = any(:stores))
  group by 1, 2, 3 order by sum(quantity) desc, 1, 2, 3`,
}

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
