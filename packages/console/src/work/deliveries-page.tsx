import { Button, Group, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../shell/states.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { deliveriesQuery } from './delivery-queries.ts'
import { type DeliveryView, deliveryStates, readDeliveryView } from './delivery-view.ts'
import { useSubscriptionName } from './use-subscription-name.ts'
import { WorkFrame, WorkTexts } from './work-frame.tsx'
import { FoundList } from './work-list.tsx'

/**
 * The events that webhook subscriptions did not take, wait for or have, and how to send them again.
 */
export function DeliveriesPage() {
  return (
    <WorkTexts>
      <Deliveries />
    </WorkTexts>
  )
}

function Deliveries() {
  const view = useSearch({ from: '/work/deliveries' })
  const navigate = useNavigate({ from: '/work/deliveries' })
  const show = (changes: Record<string, unknown>) =>
    void navigate({ search: readDeliveryView({ ...view, ...changes }), replace: true })
  return (
    <WorkFrame page="deliveries" filters={<Filters view={view} onChange={show} />}>
      <Found view={view} onChange={show} />
    </WorkFrame>
  )
}

type ViewProps = { view: DeliveryView; onChange: (changes: DeliveryView | { subscription: undefined }) => void }

function Filters({ view, onChange }: ViewProps) {
  const t = useTranslations('work.deliveries')
  const { state = 'GivenUp', subscription } = view
  const subscriptionName = useSubscriptionName()
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
          {t('clear', { subscription: subscriptionName(subscription) })}
        </Button>
      )}
    </Group>
  )
}

function Found({ view, onChange }: ViewProps) {
  const t = useTranslations('work.deliveries')
  const found = useInfiniteQuery(deliveriesQuery(view))
  const deliveries = found.data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <FoundList
      found={found}
      isEmpty={deliveries.length === 0}
      whenEmpty={<EmptyState title={t(`empty.${view.state ?? 'GivenUp'}`)} text={t('empty.text')} />}
    >
      <DeliveryList deliveries={deliveries} onSubscription={(subscription) => onChange({ subscription })} />
    </FoundList>
  )
}
