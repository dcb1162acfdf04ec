import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

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
