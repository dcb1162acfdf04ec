import { Group, Loader, Stack, Table, Text, TextInput } from '@mantine/core'
import type { TrialBalance } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { Section } from '../shell/section.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { AmountTable } from './amount-table.tsx'
import { ExportButton } from './export-button.tsx'
import { useLedgerFormat } from './ledger-format.ts'
import { MoneyFrame } from './money-frame.tsx'
import { trialBalanceQuery } from './money-queries.ts'
import { type Changes, changedView, type TrialBalanceView } from './money-view.ts'
import { StoreField } from './store-field.tsx'

/**
 * The sums of all accounts, for each currency apart, up to a day and as they were known at a day.
 */
export function TrialBalancePage() {
  const t = useTranslations('money.trialBalance')
  const states = useTranslations('states')
  const format = useFormat()
  const view = useSearch({ from: '/money/trial-balance' })
  const { data, error, isPending, refetch } = useQuery(trialBalanceQuery(view))
  const filter = {
    ...(view.store === undefined ? {} : { storeId: view.store }),
    ...(view.from === undefined ? {} : { postingDateFrom: view.from }),
    ...(view.to === undefined ? {} : { postingDateTo: view.to }),
  }
  // An export shows the ledger of now: of an earlier one there is no file.
  const actions = view.known === undefined ? <ExportButton filter={filter} name="ledger" /> : null
  return (
    <MoneyFrame page="trialBalance" actions={actions}>
      <BalanceFilters view={view} />
      {isPending ? <Loader size="sm" role="status" aria-label={states('loading')} /> : null}
      {error !== null && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('knownAt', { time: format.time(data.asOf) })}
          </Text>
          {data.rows.length === 0 ? <EmptyState title={t('none.title')} text={t('none.text')} /> : null}
          {data.totals.map((total) => (
            <CurrencyBalance key={total.currencyCode} total={total} rows={data.rows} />
          ))}
        </Stack>
      )}
    </MoneyFrame>
  )
}

function BalanceFilters({ view }: { view: TrialBalanceView }) {
  const t = useTranslations('money.filters')
  const navigate = useNavigate({ from: '/money/trial-balance' })
  const show = (changes: Changes<TrialBalanceView>) => void navigate({ search: changedView(view, changes), replace: true })
  return (
    <Group gap="xs" align="flex-end">
      <StoreField store={view.store ?? ''} onChange={(store) => show({ store })} />
      {(['from', 'to', 'known'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={t(name)}
          value={view[name] ?? ''}
          onChange={({ currentTarget }) => show({ [name]: currentTarget.value })}
        />
      ))}
    </Group>
  )
}

const columns = ['account', 'debit', 'credit', 'balance', 'vat'] as const

function CurrencyBalance({ total, rows }: { total: TrialBalance['totals'][number]; rows: TrialBalance['rows'] }) {
  const t = useTranslations('money.trialBalance')
  const ledger = useLedgerFormat()
  const { currencyCode } = total
  return (
    <Section title={t('inCurrency', { currency: currencyCode })}>
      <AmountTable
        label={t('inCurrency', { currency: currencyCode })}
        minWidth={480}
        columns={columns.map((key) => ({ key, label: t(key), isAmount: key !== 'account' && key !== 'vat' }))}
        foot={
          <Table.Tr>
            <Table.Th scope="row">{t('sum')}</Table.Th>
            <Table.Th ta="right">{ledger.amount(total.debit, currencyCode)}</Table.Th>
            <Table.Th ta="right">{ledger.amount(total.credit, currencyCode)}</Table.Th>
            <Table.Td colSpan={2} />
          </Table.Tr>
        }
      >
        {rows
          .filter((row) => row.currencyCode === currencyCode)
          .map((row) => (
            <Table.Tr key={`${row.accountNumber} ${row.accountName} ${row.vatCode}`}>
              <Table.Td>
                {row.accountNumber} {row.accountName}
              </Table.Td>
              <Table.Td ta="right">{ledger.side(row.debit, currencyCode)}</Table.Td>
              <Table.Td ta="right">{ledger.side(row.credit, currencyCode)}</Table.Td>
              <Table.Td ta="right">{ledger.amount(row.balance, currencyCode)}</Table.Td>
              <Table.Td>{row.vatCode}</Table.Td>
            </Table.Tr>
          ))}
      </AmountTable>
    </Section>
  )
}
