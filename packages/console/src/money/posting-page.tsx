import './money.css'
import { Alert, Group, List, Loader, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { Posting } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { Section } from '../shell/section.tsx'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { ExportButton } from './export-button.tsx'
import { useLedgerFormat } from './ledger-format.ts'
import { LineOrders } from './line-orders-section.tsx'
import { LineTable } from './line-table.tsx'
import { postingLinesQuery, postingQuery } from './money-queries.ts'
import { PostingMarks } from './posting-table.tsx'

/** One posting: its head, its lines, and the orders that it comes from. */
export function PostingPage() {
  const t = useTranslations('money.posting')
  const states = useTranslations('states')
  const { postingId } = useParams({ from: '/money/postings/$postingId' })
  const { data: posting, error, refetch } = useQuery(postingQuery(postingId))
  useTitle(t('title'))
  if (posting !== undefined) return <PostingView posting={posting} />
  if (isApiError(error, 'NotFound')) return <EmptyState title={t('notFound.title')} text={t('notFound.text')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <PageSkeleton label={states('loading')} />
}

function PostingView({ posting }: { posting: Posting }) {
  const t = useTranslations('money.posting')
  const states = useTranslations('states')
  const { line: sequence } = useSearch({ from: '/money/postings/$postingId' })
  const { data: lines, error, refetch } = useQuery(postingLinesQuery(posting.id))
  const line = lines?.find(({ lineSequence }) => lineSequence === sequence)
  return (
    <Stack p="md" gap="md">
      <PostingHeader posting={posting} />
      <PostingNotes posting={posting} />
      <Section title={t('linesOf', { currency: posting.currencyCode })}>
        {lines === undefined && error === null ? (
          <Loader size="sm" role="status" aria-label={states('loading')} data-unsized />
        ) : null}
        {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
        {lines === undefined ? null : <LineTable posting={posting} lines={lines} chosen={line} />}
      </Section>
      <LineOrders posting={posting} line={line} />
      <Section title={t('facts')}>
        <PostingFacts posting={posting} />
      </Section>
    </Stack>
  )
}

function PostingHeader({ posting }: { posting: Posting }) {
  const t = useTranslations('money.posting')
  const ledger = useLedgerFormat()
  const [store] = posting.storeIds
  const storeName = useStoreNames()
  const name = store === undefined ? '' : storeName(store)
  const day = posting.postingDate.slice(0, 10)
  return (
    <Stack gap={4} component="header">
      <TextLink to="/money" search={{ day, ...(store === undefined ? {} : { store }) }}>
        ← {t('backToDay', { day: ledger.day(posting.postingDate), store: name })}
      </TextLink>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} size="h3">
            {[name, ledger.day(posting.postingDate)].filter(Boolean).join(', ')}
          </Title>
          <PostingMarks posting={posting} />
        </Group>
        <ExportButton
          filter={{ postingId: posting.id, includeSuperseded: true }}
          name={`ledger-${[store, day].filter(Boolean).join('-')}`}
        />
      </Group>
    </Stack>
  )
}

/** What was odd about the posting, or is wrong with it. */
function PostingNotes({ posting }: { posting: Posting }) {
  const t = useTranslations('money.posting')
  return (
    <>
      {posting.rejectionReason === null ? null : (
        <Alert color="red" variant="outline" title={t('rejected')}>
          <span lang="en">{posting.rejectionReason}</span>
        </Alert>
      )}
      {posting.warnings.length === 0 ? null : (
        <Alert color="orange" variant="outline" title={t('warnings')}>
          <List size="sm" lang="en">
            {posting.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

function PostingFacts({ posting }: { posting: Posting }) {
  const t = useTranslations('money.posting')
  const format = useFormat()
  const facts: [string, string | null][] = [
    [t('source'), t(`sources.${posting.source}`)],
    [t('company'), posting.accountingCompanyCode],
    [t('registers'), posting.registerIds.join(', ')],
    [t('createdAt'), format.time(posting.createdAt)],
    [t('exportedAt'), posting.exportedAt === null ? null : format.time(posting.exportedAt)],
    [t('externalReference'), posting.externalReference],
    [t('id'), posting.id],
    [t('hash'), posting.postingHash],
  ]
  return (
    <Stack gap="sm">
      <dl className="facts">
        {facts.map(([label, value]) =>
          value === null || value === '' ? null : (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Group gap="md">
        {posting.zReportId === null ? null : (
          <TextLink to="/money/z-reports/$zReportId" params={{ zReportId: posting.zReportId }}>
            {t('zReport', { number: String(posting.zReportNumber) })}
          </TextLink>
        )}
        {posting.supersedesPostingId === null ? null : (
          <TextLink to="/money/postings/$postingId" params={{ postingId: posting.supersedesPostingId }}>
            {t('supersedes')}
          </TextLink>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('immutable')}
      </Text>
    </Stack>
  )
}
