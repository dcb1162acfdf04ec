import { Button, Group, Loader, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { searchedByNumber } from '../address-search.ts'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useTitle } from '../display/use-title.ts'
import { DayFilter } from '../orders/day-filter.tsx'
import { useMay } from '../session/use-session.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { ErrorState, NothingFound } from '../shell/states.tsx'
import { returnsQuery } from './desk-queries.ts'
import { changedDeskView, createdDays, type DeskView, deskQueues, toReturnSearch } from './desk-view.ts'
import { FindReturn } from './find-return.tsx'
import { ReturnTable } from './return-table.tsx'
import { ReturnsDeskTexts } from './returns-desk-texts.tsx'
import { useDeskStatuses } from './use-desk-statuses.ts'

/** The returns of all orders, and the way to each by its number. */
export function ReturnsPage() {
  return (
    <ReturnsDeskTexts>
      <Returns />
    </ReturnsDeskTexts>
  )
}

function Returns() {
  const t = useTranslations('returnsDesk')
  const addressed = useSearch({ from: '/returns' })
  const navigate = useNavigate({ from: '/returns' })
  const searched = useSearched()
  const view = searched === 'text' ? addressed : searchedByNumber(addressed)
  const statuses = useDeskStatuses()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { store } = useChosenStore()
  const search = toReturnSearch(store === null ? view : { store, ...view }, { awaited: statuses?.awaited ?? null, zone })
  const found = useInfiniteQuery({ ...returnsQuery(search), enabled: statuses !== undefined })
  const forms = found.data?.pages.flatMap(({ result }) => result) ?? []
  const show = (next: DeskView) => void navigate({ search: next, replace: true })
  useTitle(t('title'))
  return (
    <Stack component="section" gap="xs" px="md" py="sm" aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      <FindReturn onSeveral={(code) => show({ [searched]: code })} />
      {view === addressed || addressed.text === undefined ? null : <Text size="sm">{t('searchedByNumber')}</Text>}
      <Filters view={view} onChange={(changes) => show(changedDeskView(view, changes))} />
      {found.isError && forms.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Loader m="xl" role="status" aria-label={t('loading')} /> : null}
      {found.isSuccess && forms.length === 0 ? (
        <NothingFound texts="returnsDesk.empty" isNarrowed={Object.keys(view).length > 0} onClear={() => show({})} />
      ) : null}
      {forms.length > 0 ? <ReturnTable forms={forms} /> : null}
      {found.hasNextPage ? (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

/** What a person finds returns by. */
function useSearched(): 'text' | 'number' {
  return useMay()('seeCustomers') ? 'text' : 'number'
}

type FilterProps = {
  view: DeskView
  onChange: (changes: { [Name in keyof DeskView]?: DeskView[Name] | undefined }) => void
}

function Filters({ view, onChange }: FilterProps) {
  const t = useTranslations('returnsDesk.filters')
  const searched = useSearched()
  const names = useConfiguredNames()
  const nameOf = useStatusNames()
  const statuses = useDeskStatuses()?.all ?? []
  const stores = names?.stores ?? []
  const queues = deskQueues.map((queue) => ({ value: queue, label: t(queue) }))
  // After a mark that no queue has.
  const ofStatus = statuses.map((status) => ({
    value: `=${status}`,
    label: t('status', { status: nameOf(status, 'ReturnOrder') }),
  }))
  const choose = (value: string) =>
    onChange({
      queue: deskQueues.find((queue) => queue === value),
      status: value.startsWith('=') ? value.slice(1) : undefined,
    })
  return (
    <Group gap="xs" align="flex-end">
      <FilterField
        label={t(searched === 'text' ? 'search' : 'searchNumber')}
        value={view[searched] ?? ''}
        width={260}
        onChange={(typed) => onChange({ [searched]: typed })}
      />
      <NativeSelect
        size="xs"
        aria-label={t('queue')}
        data={[{ value: '', label: t('all') }, ...queues, ...ofStatus]}
        value={view.queue ?? (view.status === undefined ? '' : `=${view.status}`)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {stores.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={t('store')}
          data={[{ value: '', label: t('allStores') }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]}
          value={view.store ?? ''}
          onChange={({ currentTarget }) => onChange({ store: currentTarget.value })}
        />
      ) : null}
      <DayFilter view={createdDays(view)} onChange={(changes) => onChange(createdDays(changes))} />
    </Group>
  )
}
