import './money.css'
import { Alert, Group, List, Loader, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { ZReport } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { StoreNameOf } from '../configuration/store-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { zReportPostingQuery, zReportQuery } from './money-queries.ts'
import { PostingTable } from './posting-table.tsx'
import { ZReportFigures } from './z-report-figures.tsx'

/** One close of registers: its figures, its posting and its orders. */
export function ZReportPage() {
  const t = useTranslations('money.zReport')
  const states = useTranslations('states')
  const { zReportId } = useParams({ from: '/money/z-reports/$zReportId' })
  const { data: report, error, refetch } = useQuery(zReportQuery(zReportId))
  const storeName = useStoreNames()
  useTitle(report === undefined ? t('untitled') : t('title', reportTitleValues(report, storeName)))
  if (report !== undefined) return <ZReportView report={report} />
  if (isApiError(error, 'NotFound')) return <EmptyState title={t('notFound.title')} text={t('notFound.text')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <PageSkeleton label={states('loading')} />
}

function ZReportView({ report }: { report: ZReport }) {
  const t = useTranslations('money.zReport')
  const format = useFormat()
  const mayReadLedger = useMay()('readLedger')
  const storeName = useStoreNames()
  const about = [
    t('registers', { registers: report.registerIds.join(', ') }),
    t('closed', { time: format.time(report.dateClosed) }),
    report.revision > 1 ? t('revision', { revision: report.revision, time: format.time(report.modified) }) : null,
  ]
  return (
    <Stack p="md" gap="md">
      <Stack gap={4} component="header">
        <TextLink to="/money/z-reports" search={{ store: report.storeId }}>
          ← {t('back', { store: storeName(report.storeId) })}
        </TextLink>
        <Title order={1} size="h3">
          {t('title', reportTitleValues(report, storeName))}
        </Title>
        <Text size="sm" c="dimmed">
          {about.filter((part) => part !== null).join(' · ')}
        </Text>
      </Stack>
      {report.warnings?.length ? (
        <Alert color="orange" variant="outline" title={t('warnings')}>
          <List size="sm" lang="en">
            {report.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      <ZReportFigures report={report} />
      {mayReadLedger ? (
        <Section title={t('posting')}>
          <ReportPosting zReportId={report.zReportId} />
        </Section>
      ) : null}
      <Section title={t('orders', { count: report.orderIds.length })}>
        <OrderLinks orderIds={report.orderIds} none={t('noOrders')} />
      </Section>
      {report.laterPayments?.length ? (
        <Section title={t('laterPayments')}>
          <OrderLinks orderIds={[...new Set(report.laterPayments.map(({ orderId }) => orderId))]} none="" />
        </Section>
      ) : null}
    </Stack>
  )
}

function reportTitleValues({ zReportNumber, storeId }: ZReport, storeName: StoreNameOf) {
  return { number: String(zReportNumber), store: storeName(storeId) }
}

function ReportPosting({ zReportId }: { zReportId: string }) {
  const t = useTranslations('money.zReport')
  const states = useTranslations('states')
  const { data: posting, error, isPending, refetch } = useQuery(zReportPostingQuery(zReportId))
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (posting === null) return <Text size="sm">{t('noPosting')}</Text>
  return <PostingTable label={t('posting')} postings={[posting]} />
}

function OrderLinks({ orderIds, none }: { orderIds: readonly string[]; none: string }) {
  if (orderIds.length === 0) return <Text size="sm">{none}</Text>
  return (
    <Group gap="md">
      {orderIds.map((orderId) => (
        <TextLink key={orderId} to="/orders/$orderId" params={{ orderId }}>
          {orderId}
        </TextLink>
      ))}
    </Group>
  )
}
