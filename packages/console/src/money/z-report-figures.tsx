import { Table } from '@mantine/core'
import type { ZReport } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { Section } from '../shell/section.tsx'
import { AmountTable } from './amount-table.tsx'

const cashRows = ['cashExpected', 'cashCounted', 'cashDiff', 'cashIn', 'cashOut', 'cashBank', 'cashFloat'] as const
const otherRows = ['tips', 'giftCardsSold', 'giftCardsUsed', 'roundOff'] as const

type Row = { key: string; label: string; amount: number; count?: number }

/**
 * All figures of a close: what was sold and taken back, how it was paid, the VAT in it, and the
 * drawer.
 */
export function ZReportFigures({ report }: { report: ZReport }) {
  const t = useTranslations('money.figures')
  const format = useFormat()
  const rate = (value: number) => t('rate', { rate: format.quantity(value) })
  const sales: Row[] = [
    { key: 'sales', label: t('sales'), ...report.sales },
    { key: 'returns', label: t('returns'), ...report.returns },
    ...otherRows.map((key) => ({ key, label: t(key), amount: report[key] })),
    ...(report.deposits === undefined ? [] : [{ key: 'deposits', label: t('deposits'), amount: report.deposits }]),
  ]
  const payments: Row[] = [
    ...report.payments.map((one) => ({ ...one, key: `paid ${one.name} ${one.behaviour}`, label: one.name })),
    ...report.paymentRefunds.map((one) => ({ ...one, key: `back ${one.name}`, label: t('paidBack', { method: one.name }) })),
  ]
  const vat: Row[] = [
    ...report.vatGroups.map((one) => ({ ...one, key: `sold ${one.vatValue}`, label: rate(one.vatValue) })),
    ...report.vatGroupRefunds.map((one) => ({
      ...one,
      key: `back ${one.vatValue}`,
      label: t('takenBack', { rate: rate(one.vatValue) }),
    })),
  ]
  const cash: Row[] = cashRows.map((key) => ({ key, label: t(key), amount: report.cashManagement[key] }))
  return (
    <div className="figure-columns">
      <Figures title={t('turnover')} rows={sales} currency={report.currencyCode} />
      <Figures title={t('payments')} rows={payments} currency={report.currencyCode} />
      <Figures title={t('vat')} rows={vat} currency={report.currencyCode} />
      <Figures title={t('drawer')} rows={cash} currency={report.currencyCode} />
    </div>
  )
}

function Figures({ title, rows, currency }: { title: string; rows: readonly Row[]; currency: string }) {
  const t = useTranslations('money.figures')
  const format = useFormat()
  const hasCounts = rows.some(({ count }) => count !== undefined)
  const columns = [
    { key: 'what', label: t('what') },
    ...(hasCounts ? [{ key: 'count', label: t('count'), isAmount: true }] : []),
    { key: 'amount', label: t('amount'), isAmount: true },
  ]
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        t('none')
      ) : (
        <AmountTable label={title} columns={columns} minWidth={260}>
          {rows.map(({ key, label, amount, count }) => (
            <Table.Tr key={key}>
              <Table.Td>{label}</Table.Td>
              {hasCounts ? <Table.Td ta="right">{count === undefined ? '' : format.count(count)}</Table.Td> : null}
              <Table.Td ta="right">{format.money(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </AmountTable>
      )}
    </Section>
  )
}
