import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const openOrders: ReportDefinition = {
  name: 'open-orders',
  label: { en: 'Open orders', nb: 'Åpne ordrer' },
  description: {
    en: 'Orders that were created in the period and are not fulfilled or not paid, the oldest first.',
    nb: 'Ordrer opprettet i perioden som ikke er oppfylt eller ikke betalt, de eldste først.',
  },
  columns: columns(
    ['order_id', 'Text', 'Order', 'Ordre'],
    ['order_number', 'Text', 'Number', 'Nummer'],
    ['store_id', 'Text', 'Store', 'Butikk'],
    ['order_type', 'Text', 'Type', 'Type'],
    ['status', 'Text', 'Status', 'Status'],
    ['fulfilment_status', 'Text', 'Fulfilment', 'Oppfyllelse'],
    ['payment_status', 'Text', 'Payment', 'Betaling'],
    ['created_at', 'Time', 'Created', 'Opprettet'],
    ['age_days', 'Integer', 'Age in days', 'Alder i dager'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['total', 'Amount', 'Total with tax', 'Sum med mva.'],
    ['remaining_payment', 'Amount', 'Not paid', 'Ikke betalt'],
  ),
  sql: `select order_id, order_number, store_id, order_type, status, fulfilment_status, payment_status, created_at,
    floor(extract(epoch from now() - created_at) / 86400)::int as age_days, currency, total, remaining_payment
  from reporting.orders
  where created_at >= :from and created_at < :to and (:stores is null or store_id = any(:stores)) and fulfilment_status is distinct from 'Cancelled'
    and (fulfilment_status in ('Unfulfilled', 'PartiallyFulfilled') or payment_status in ('NotPaid', 'PartiallyPaid'))
  order by created_at, order_id`,
}
