import { Group, Loader, Pagination, Stack, Table, TextInput } from '@mantine/core'
import type { ZReport } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { AmountTable } from './amount-table.tsx'
import { MoneyFrame } from './money-frame.tsx'
import { zReportsQuery } from './money-queries.ts'
import { type Changes, changedView, type ZReportListView } from './money-view.ts'
import { StoreField } from './store-field.tsx'

const PER_PAGE = 50
/** The API pages through so many; who looks further has to narrow the list. */
const PAGES_MAX = 200

/** The closes of registers, the newest first. */
export function ZReportsPage() {
  const t = useTranslations('money.zReports')
  const states = useTranslations('states')
  const view = useSearch({ from: '/money/z-reports' })
  const navigate = useNavigate({ from: '/money/z-reports' })
  const { data, error, isPending, refetch } = useQuery(zReportsQuery(view))
  const show = (changes: Changes<ZReportListView>) =>
    void navigate({ search: changedView({ ...view }, { page: undefined, ...changes }), replace: true })
  const pages = Math.min(PAGES_MAX, Math.ceil((data?.totalHits ?? 0) / PER_PAGE))
  return (
    <MoneyFrame page="zReports">
      <ZReportFilters view={view} onChange={show} />
      {isPending ? <Loader size="sm" role="status" aria-label={states('loading')} /> : null}
      {error !== null && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.result.length === 0 ? <EmptyState title={t('none.title')} text={t('none.text')} /> : null}
      {data === undefined || data.result.length === 0 ? null : (
        <Stack gap="sm">
          <ZReportTable reports={data.result} />
          {pages > 1 ? (
            <Pagination
              size="sm"
              total={pages}
              value={view.page ?? 1}
              onChange={(page) => show({ page: page === 1 ? undefined : page })}
              getControlProps={(control) => ({ 'aria-label': t(control === 'previous' ? 'previous' : 'next') })}
              getItemProps={(page) => ({ 'aria-label': t('page', { page }) })}
            />
          ) : null}
        </Stack>
      )}
    </MoneyFrame>
  )
}

type FilterProps = { view: ZReportListView; onChange: (changes: Changes<ZReportListView>) => void }

function ZReportFilters({ view, onChange }: FilterProps) {
  const t = useTranslations('money.filters')
  return (
    <Group gap="xs" align="flex-end">
      <StoreField store={view.store ?? ''} onChange={(store) => onChange({ store })} />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={t(name)}
          value={view[name] ?? ''}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      ))}
    </Group>
  )
}

const columns = ['number', 'closed', 'sales', 'returns', 'cashDiff', 'registers', 'notes'] as const
const amounts: readonly string[] = ['sales', 'returns', 'cashDiff']

function ZReportTable({ reports }: { reports: readonly ZReport[] }) {
  const t = useTranslations('money.zReports')
  const format = useFormat()
  const storeName = useStoreNames()
  return (
    <AmountTable
      label={t('title')}
      minWidth={760}
      columns={columns.map((key) => ({ key, label: t(key), isAmount: amounts.includes(key) }))}
    >
      {reports.map((report) => {
        const money = (amount: number) => format.money(amount, report.currencyCode)
        const notes = [
          report.revision > 1 ? t('revision', { revision: report.revision }) : null,
          report.warnings?.length ? t('warnings', { count: report.warnings.length }) : null,
        ]
        return (
          <Table.Tr key={report.zReportId}>
            <Table.Td>
              <TextLink to="/money/z-reports/$zReportId" params={{ zReportId: report.zReportId }} fw={500}>
                {storeName(report.storeId)} {report.zReportNumber}
              </TextLink>
            </Table.Td>
            <Table.Td>{format.time(report.dateClosed)}</Table.Td>
            <Table.Td ta="right">{money(report.sales.amount)}</Table.Td>
            <Table.Td ta="right">{money(report.returns.amount)}</Table.Td>
            <Table.Td ta="right">{money(report.cashManagement.cashDiff)}</Table.Td>
            <Table.Td>{report.registerIds.join(', ')}</Table.Td>
            <Table.Td>{notes.filter(Boolean).join(', ')}</Table.Td>
          </Table.Tr>
        )
      })}
    </AmountTable>
  )
}
