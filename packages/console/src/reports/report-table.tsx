import { Table } from '@mantine/core'
import type { Report, ReportResult } from '@open-oms/client/types'
import { useLocale } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { AmountTable } from '../money/amount-table.tsx'

type Column = Report['columns'][number]

const isFigure = ({ type }: Column) => type === 'Integer' || type === 'Number' || type === 'Amount'

/** The first rows of a report, figures on the right. */
export function ReportTable({ label, result }: { label: string; result: ReportResult }) {
  const locale = useLocale()
  const format = useFormat()
  const language = locale.startsWith('nb') ? 'nb' : 'en'
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
  const shown = (text: string | null, { type }: Column) => {
    if (text === null) return ''
    if (type === 'Amount') return amounts.format(Number(text))
    if (type === 'Integer' || type === 'Number') return numbers.format(Number(text))
    return type === 'Time' ? format.time(text) : text
  }
  return (
    <AmountTable
      label={label}
      minWidth={result.columns.length * 100}
      columns={result.columns.map((column) => ({
        key: column.name,
        label: column.label[language],
        isAmount: isFigure(column),
      }))}
    >
      {result.rows.map((row, index) => (
        // Rows have no key of their own, and are replaced together.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a result never move.
        <Table.Tr key={index}>
          {result.columns.map((column) => (
            <Table.Td key={column.name} ta={isFigure(column) ? 'right' : 'left'}>
              {shown(row[column.name] ?? null, column)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </AmountTable>
  )
}
