import { ActionIcon, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { Section } from '../shell/section.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { ButtonLink, TextLink } from '../shell/text-link.tsx'
import { DayFigures } from './day-figures.tsx'
import { DayReasons } from './day-reasons.tsx'
import { ExportButton } from './export-button.tsx'
import { useLedgerFormat } from './ledger-format.ts'
import { MoneyFrame } from './money-frame.tsx'
import { newestPostingQuery, postingsQuery } from './money-queries.ts'
import { addDays, changedView, type DayView, dayAt } from './money-view.ts'
import { PostingTable } from './posting-table.tsx'
import { StoreField } from './store-field.tsx'
import { useKnownStores } from './use-known-stores.ts'

/**
 * An accounting day: its postings, and for a store why the day is posted or not. Or all postings of
 * one order.
 */
export function DayPage() {
  const t = useTranslations('money.day')
  const view = useSearch({ from: '/money/' })
  // Yesterday is the day that is due next.
  const day = view.day ?? addDays(dayAt(new Date()), -1)
  const filter = {
    ...(view.store === undefined ? {} : { storeId: view.store }),
    postingDateFrom: day,
    postingDateTo: day,
  }
  if (view.order !== undefined) return <OrderPostingsPage orderId={view.order} />
  return (
    <MoneyFrame
      page="day"
      actions={<ExportButton filter={filter} name={`ledger-${[view.store, day].filter(Boolean).join('-')}`} />}
    >
      <DayFilters view={view} day={day} />
      <DayFigures day={day} store={view.store} />
      {view.store === undefined ? null : (
        <Section title={t('why')}>
          <DayReasons day={day} storeId={view.store} />
        </Section>
      )}
      <Section title={t('postings')}>
        <Postings view={{ ...view, day }} />
      </Section>
    </MoneyFrame>
  )
}

function DayFilters({ view, day }: { view: DayView; day: string }) {
  const t = useTranslations('money.filters')
  const navigate = useNavigate({ from: '/money/' })
  const show = (changes: DayView) => void navigate({ search: changedView(view, changes), replace: true })
  return (
    <Group gap="xs" align="flex-end">
      <ActionIcon variant="default" size={30} aria-label={t('dayBefore')} onClick={() => show({ day: addDays(day, -1) })}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <TextInput
        type="date"
        size="xs"
        label={t('day')}
        value={day}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') show({ day: currentTarget.value })
        }}
      />
      <ActionIcon variant="default" size={30} aria-label={t('dayAfter')} onClick={() => show({ day: addDays(day, 1) })}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <Button size="xs" variant="default" onClick={() => show({ day: dayAt(new Date()) })}>
        {t('today')}
      </Button>
      <StoreField store={view.store ?? ''} onChange={(store) => show({ store })} />
    </Group>
  )
}

function Postings({ view }: { view: DayView }) {
  const t = useTranslations('money.day')
  const states = useTranslations('states')
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    postingsQuery(view),
  )
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} />
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const postings = data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <Stack gap="sm">
      {postings.length > 0 ? <PostingTable label={t('postings')} postings={postings} /> : null}
      {postings.length === 0 && view.order === undefined ? <NoPostings store={view.store} /> : null}
      {postings.length === 0 && view.order !== undefined ? <EmptyState title={t('none.title')} text={t('none.ofOrder')} /> : null}
      {hasNextPage ? (
        <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
      {view.store === undefined && view.order === undefined && !hasNextPage ? (
        <OtherStores day={view.day} posted={postings.flatMap(({ storeIds }) => storeIds)} />
      ) : null}
    </Stack>
  )
}

/** Says that the day has no posting, and where the newest one is. */
function NoPostings({ store }: { store: string | undefined }) {
  const t = useTranslations('money.day.none')
  const states = useTranslations('states')
  const format = useLedgerFormat()
  const { data: newest, isPending } = useQuery(newestPostingQuery(store))
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized />
  const place = newest == null ? null : { day: newest.postingDate.slice(0, 10), ...(store === undefined ? {} : { store }) }
  return (
    <EmptyState
      title={t('title')}
      text={t(newest === null ? 'never' : store === undefined ? 'text' : 'ofStore')}
      action={
        newest == null || place === null ? null : (
          <ButtonLink to="/money" search={place} variant="default">
            {t('newest', { day: format.day(newest.postingDate) })}
          </ButtonLink>
        )
      }
    />
  )
}

/** Stores that have nothing posted on the day: a click explains why. */
function OtherStores({ day, posted }: { day: string | undefined; posted: readonly string[] }) {
  const t = useTranslations('money.day')
  const storeName = useStoreNames()
  const others = useKnownStores().filter((store) => !posted.includes(store))
  if (others.length === 0 || day === undefined) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('otherStores')}
      </Text>
      {others.map((store) => (
        <TextLink key={store} to="/money" search={{ day, store }}>
          {t('explain', { store: storeName(store) })}
        </TextLink>
      ))}
    </Group>
  )
}

function OrderPostingsPage({ orderId }: { orderId: string }) {
  const t = useTranslations('money.day')
  return (
    <MoneyFrame page="day">
      <Group gap="md">
        <TextLink to="/orders/$orderId" params={{ orderId }}>
          ← {t('toOrder', { order: orderId })}
        </TextLink>
        <TextLink to="/money">{t('allPostings')}</TextLink>
      </Group>
      <Section title={t('ofOrder', { order: orderId })}>
        <Postings view={{ order: orderId }} />
      </Section>
    </MoneyFrame>
  )
}
