import { Button, Group, Loader, SegmentedControl, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { useTitle } from '../shell/use-title.ts'
import { workEn } from '../texts/en/work.ts'
import { workNb } from '../texts/nb/work.ts'
import { DeliveryList } from './delivery-list.tsx'
import { deliveriesQuery } from './delivery-queries.ts'
import { type DeliveryView, deliveryStates, readDeliveryView } from './delivery-view.ts'
import { MoreButton } from './run-list.tsx'
import { WorkPages } from './work-pages.tsx'

const texts = { en: { work: workEn }, nb: { work: workNb } } as const

/** The events that webhook subscriptions did not take, wait for or have, and how to send them again. */
export function DeliveriesPage() {
  return (
    <AreaTexts texts={texts}>
      <Deliveries />
    </AreaTexts>
  )
}

function Deliveries() {
  const t = useTranslations('work')
  const view = useSearch({ from: '/work/deliveries' })
  const navigate = useNavigate({ from: '/work/deliveries' })
  const show = (changes: Record<string, unknown>) =>
    void navigate({ search: readDeliveryView({ ...view, ...changes }), replace: true })
  useTitle(t('deliveries.title'))
  return (
    <Stack component="section" gap={0} aria-label={t('deliveries.title')}>
      <Stack gap="xs" px="md" pt="sm" pb="xs">
        <Title order={1} size="h3" mih={32}>
          {t('title')}
        </Title>
        <WorkPages page="deliveries" />
        <Filters view={view} onChange={show} />
      </Stack>
      <Found view={view} onChange={show} />
    </Stack>
  )
}

type ViewProps = { view: DeliveryView; onChange: (changes: DeliveryView | { subscription: undefined }) => void }

function Filters({ view, onChange }: ViewProps) {
  const t = useTranslations('work.deliveries')
  const { state = 'GivenUp', subscription } = view
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('state')}
        value={state}
        onChange={(chosen) => onChange(readDeliveryView({ state: chosen, subscription }))}
        data={deliveryStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      {subscription === undefined ? null : (
        <Button size="xs" variant="light" onClick={() => onChange({ subscription: undefined })}>
          {t('clear', { subscription })}
        </Button>
      )}
    </Group>
  )
}

function Found({ view, onChange }: ViewProps) {
  const t = useTranslations('work')
  const found = useInfiniteQuery(deliveriesQuery(view))
  const deliveries = found.data?.pages.flatMap(({ result }) => result) ?? []
  const state = view.state ?? 'GivenUp'
  return (
    <>
      {found.isError && deliveries.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Loader m="xl" role="status" aria-label={t('loading')} /> : null}
      {found.isSuccess && deliveries.length === 0 ? (
        <EmptyState title={t(`deliveries.empty.${state}`)} text={t('deliveries.empty.text')} />
      ) : null}
      {deliveries.length > 0 ? (
        <DeliveryList deliveries={deliveries} onSubscription={(subscription) => onChange({ subscription })} />
      ) : null}
      <MoreButton hasMore={found.hasNextPage} isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
    </>
  )
}
