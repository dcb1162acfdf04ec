import { columns } from '@open-oms/service-kit/reports/column'
import type { ReportDefinition } from '@open-oms/service-kit/reports/report'

export const leadTimes: ReportDefinition = {
  name: 'lead-times',
  label: { en: 'Lead times', nb: 'Ledetider' },
  description: {
    en: 'From the creation of an order to the delivery of its shipments. A shipment is late when it came, or is missing, after its expected delivery.',
    nb: 'Fra ordren ble opprettet til sendingene ble levert. En sending er forsinket når den kom, eller mangler, etter forventet levering.',
  },
  columns: columns(
    ['store_id', 'Text', 'Store', 'Butikk'],
    ['shipping_method', 'Text', 'Shipping method', 'Fraktmåte'],
    ['shipments', 'Integer', 'Shipments', 'Sendinger'],
    ['completed', 'Integer', 'Delivered', 'Levert'],
    ['average_hours', 'Number', 'Hours on average', 'Timer i snitt'],
    ['median_hours', 'Number', 'Hours of the median', 'Timer i median'],
    ['longest_hours', 'Number', 'Hours at most', 'Timer på det meste'],
    ['late', 'Integer', 'Late', 'Forsinket'],
  ),
  sql: `with timed as (
    select store_id, shipping_method, completed_at, expected_delivery_at,
      extract(epoch from completed_at - order_created_at) / 3600 as hours
      from reporting.shipments
      where order_created_at >= :from and order_created_at < :to and (:stores is null or store_id = any(:stores))
  )
  select store_id, shipping_method, count(*) as shipments, count(completed_at) as completed, round(avg(hours), 1) as average_hours,
    round((percentile_cont(0.5) within group (order by hours))::numeric, 1) as median_hours, round(max(hours), 1) as longest_hours,
    count(*) filter (where coalesce(completed_at, now()) > expected_delivery_at) as late
  from timed group by 1, 2 order by 1, 2`,
}

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
