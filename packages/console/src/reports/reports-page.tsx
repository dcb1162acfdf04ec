import { Group, Loader, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { downloadFile } from '@open-oms/client/files'
import type { Report, ReportResult } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { decimalSeparator } from '../display/decimal-separator.ts'
import { DownloadButton } from '../display/download-button.tsx'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { AmountTable } from '../money/amount-table.tsx'
import { useKnownStores } from '../money/use-known-stores.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { reportsEn } from '../texts/en/reports.ts'
import { reportsNb } from '../texts/nb/reports.ts'
import { askedQuery, type RunnableReport, reportRowsQuery, reportsQuery } from './report-queries.ts'
import { type ReportView, readReportView } from './report-view.ts'

type Column = Report['columns'][number]

const isFigure = ({ type }: Column) => type === 'Integer' || type === 'Number' || type === 'Amount'

/** The first rows of a report, figures on the right. */
function ReportTable({ label, result }: { label: string; result: ReportResult }) {
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

const SavedReports = lazy(async () => ({ default: (await import('./saved/saved-reports.tsx')).SavedReports }))

const texts = { en: { reports: reportsEn }, nb: { reports: reportsNb } } as const

/** Reports: which, of which days and store, the first rows, and the file. */
export function ReportsPage() {
  return (
    <AreaTexts texts={texts}>
      <Reports />
    </AreaTexts>
  )
}

function Reports() {
  const t = useTranslations('reports')
  const may = useMay()
  const mayRun = { orders: may('runReports'), ledger: may('exportLedger') }
  useTitle(t('title'))
  return (
    <Stack component="section" gap="md" p="md" aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      {mayRun.orders || mayRun.ledger ? (
        <Chosen mayRun={mayRun} />
      ) : (
        <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />
      )}
    </Stack>
  )
}

function Chosen({ mayRun }: { mayRun: { orders: boolean; ledger: boolean } }) {
  const t = useTranslations('reports')
  const states = useTranslations('states')
  const view = useSearch({ from: '/reports' })
  const { data, error, refetch } = useQuery(reportsQuery(mayRun))
  const language = useLanguage()
  const maySave = useMay()('saveReports')
  const report = data?.find(({ name }) => name === view.name) ?? data?.[0]
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined || report === undefined) return <Loader size="sm" role="status" aria-label={states('loading')} />
  const saveable = data.map(({ name, label }) => ({ value: name, label: label[language] }))
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      <Group justify="space-between" align="flex-end">
        <Choices reports={data} report={report} view={view} />
        <ReportDownload report={report} view={view} />
      </Group>
      <Rows report={report} view={view} />
      {maySave ? (
        <Suspense fallback={<Loader size="sm" role="status" aria-label={states('loading')} />}>
          <SavedReports reports={saveable} />
        </Suspense>
      ) : null}
    </>
  )
}

type Shown = { report: RunnableReport; view: ReportView }

const useLanguage = () => (useLocale().startsWith('nb') ? 'nb' : 'en')

function Choices({ reports, report, view }: Shown & { reports: readonly RunnableReport[] }) {
  const t = useTranslations('reports')
  const language = useLanguage()
  const navigate = useNavigate({ from: '/reports' })
  const stores = useKnownStores()
  const storeName = useStoreNames()
  const show = (changes: ReportView) => void navigate({ search: readReportView({ ...view, ...changes }), replace: true })
  return (
    <Group gap="xs" align="flex-end" role="search">
      <NativeSelect
        size="xs"
        label={t('report')}
        value={report.name}
        onChange={({ currentTarget }) => show({ name: currentTarget.value })}
        data={reports.map(({ name, label }) => ({ value: name, label: label[language] }))}
      />
      {report.hasPeriod
        ? (['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              size="xs"
              label={t(name)}
              value={view[name] ?? ''}
              onChange={({ currentTarget }) => show({ [name]: currentTarget.value })}
            />
          ))
        : null}
      {report.hasStores ? (
        <NativeSelect
          size="xs"
          label={t('store')}
          value={view.store ?? ''}
          onChange={({ currentTarget }) => show({ store: currentTarget.value })}
          data={[{ value: '', label: t('allStores') }, ...stores.map((id) => ({ value: id, label: storeName(id) }))]}
        />
      ) : null}
    </Group>
  )
}

function Rows({ report, view }: Shown) {
  const t = useTranslations('reports')
  const states = useTranslations('states')
  const language = useLanguage()
  const { data, error, isFetching, refetch } = useQuery(reportRowsQuery(report, view))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined || (isFetching && data.name !== report.name))
    return <Loader size="sm" role="status" aria-label={states('loading')} />
  const count = data.rows.length
  return (
    <Stack gap="xs">
      <Text size="sm">{report.description[language]}</Text>
      <Text size="sm" c="dimmed" role="status">
        {report.hasPeriod ? `${data.from} – ${data.to} · ` : ''}
        {data.hasMore ? t('more', { count }) : t('rows', { count })}
      </Text>
      {count === 0 ? (
        <EmptyState title={t('none.title')} text={t('none.text')} />
      ) : (
        <ReportTable label={report.label[language]} result={data} />
      )}
    </Stack>
  )
}

/** Downloads a whole report as CSV. A second click stops it. */
function ReportDownload({ report, view }: { report: RunnableReport; view: ReportView }) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const download = async (signal: AbortSignal) => {
    const query = { ...askedQuery(view), format: 'csv', decimal: decimalSeparator(locale) } as const
    const { content } = await downloadFile(gateway, report.path, { params: { name: report.name }, query, signal })
    saveFile(await new Response(content).blob(), `${report.name}.csv`)
  }
  return <DownloadButton download={download} texts={{ start: t('download'), stop: t('stop'), failed: t('failed') }} />
}
