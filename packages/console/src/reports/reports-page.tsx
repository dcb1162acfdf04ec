import { Group, Loader, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useTitle } from '../display/use-title.ts'
import { useKnownStores } from '../money/use-known-stores.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay } from '../session/use-session.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { reportsEn } from '../texts/en/reports.ts'
import { reportsNb } from '../texts/nb/reports.ts'
import { ReportDownload } from './report-download.tsx'
import { type RunnableReport, reportRowsQuery, reportsQuery } from './report-queries.ts'
import { ReportTable } from './report-table.tsx'
import { type ReportView, readReportView } from './report-view.ts'

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
