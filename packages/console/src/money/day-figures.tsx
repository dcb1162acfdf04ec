import { Loader, Stack, Table, Text } from '@mantine/core'
import type { LedgerFigures } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { Section } from '../shell/section.tsx'
import { ErrorState } from '../shell/states.tsx'
import { AmountTable } from './amount-table.tsx'
import { figuresQuery } from './money-queries.ts'

/** What the ledger has of a day: turnover, refunds, and what was paid by which method. */
export function DayFigures({ day, store }: { day: string; store: string | undefined }) {
  const t = useTranslations('money.dayFigures')
  const states = useTranslations('states')
  const { data, error, refetch } = useQuery(figuresQuery(day, store))
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized />
  if (data.currencies.length === 0) return null
  return (
    <div className="figure-columns">
      <Section title={t('turnover')}>
        <Sums figures={data} sum="turnover" />
      </Section>
      <Section title={t('refunds')}>
        <Sums figures={data} sum="refunded" />
      </Section>
      <Section title={t('methods')}>
        <Methods {...data} />
      </Section>
    </div>
  )
}

/** One sum of each currency. */
function Sums({ figures, sum }: { figures: LedgerFigures; sum: 'turnover' | 'refunded' }) {
  const t = useTranslations('money.dayFigures')
  const format = useFormat()
  return (
    <Stack gap="xs" className="figures">
      {figures.currencies.map(({ currencyCode, vat, [sum]: amount }) => (
        <div key={currencyCode}>
          <Text fz={22} fw={600} lh={1.3}>
            {format.money(amount, currencyCode)}
          </Text>
          {sum === 'refunded' ? null : (
            <Text size="sm" c="dimmed">
              {t('vat', { amount: format.money(vat, currencyCode) })}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  )
}

function Methods({ paymentMethods }: LedgerFigures) {
  const t = useTranslations('money.dayFigures')
  const format = useFormat()
  const columns = [
    { key: 'method', label: t('method') },
    { key: 'paid', label: t('paid'), isAmount: true },
    { key: 'refunded', label: t('refunded'), isAmount: true },
  ]
  return (
    <AmountTable label={t('methods')} columns={columns} minWidth={280}>
      {paymentMethods.map(({ accountNumber, accountName, currencyCode, paid, refunded }) => (
        <Table.Tr key={`${accountNumber} ${currencyCode}`}>
          <Table.Td>{accountName}</Table.Td>
          <Table.Td ta="right">{format.money(paid, currencyCode)}</Table.Td>
          <Table.Td ta="right">{refunded === 0 ? '–' : format.money(refunded, currencyCode)}</Table.Td>
        </Table.Tr>
      ))}
    </AmountTable>
  )
}
