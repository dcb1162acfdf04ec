import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { WebhookSubscription } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { TextLink } from '../../shell/text-link.tsx'
import type { Opened } from './opened.ts'
import { renewSecret, setActive, testSubscription } from './subscription-queries.ts'

type RowProps = { subscription: WebhookSubscription; mayChange: boolean; onOpen: (next: Opened) => void }

/** A receiver of events with its state and what can be done about it. */
export function SubscriptionRow({ subscription, mayChange, onOpen }: RowProps) {
  const t = useTranslations('subscriptions')
  const { id, name, source, url, eventTypes, stores, active } = subscription
  return (
    <Table.Tr>
      <Table.Td className="note-text">
        {name}
        <Text size="xs" c="dimmed">
          {t(`sources.${source}`)}
        </Text>
      </Table.Td>
      <Table.Td className="note-text">{url ?? '–'}</Table.Td>
      <Table.Td className="note-text">
        {eventTypes.length === 0 ? t('ofOrders') : eventTypes.join(', ')}
        {stores.length === 0 ? null : (
          <Text size="xs" c="dimmed">
            {t('ofStores', { stores: stores.join(', ') })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={active ? 'green' : 'gray'} tt="none">
          {t(active ? 'active' : 'paused')}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          <TextLink to="/work/deliveries" search={{ subscription: id }} aria-label={t('deliveriesOf', { name })}>
            {t('deliveries')}
          </TextLink>
          {mayChange && source !== 'Extension' ? <TestButton subscription={subscription} /> : null}
          {mayChange && source === 'Managed' ? <ManagedActions {...{ subscription, onOpen }} /> : null}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function TestButton({ subscription }: { subscription: WebhookSubscription }) {
  const t = useTranslations('subscriptions')
  const { name } = subscription
  const testing = useMutation({
    mutationFn: () => testSubscription(subscription),
    onSuccess: ({ isDelivered, reason }) =>
      notifications.show(
        isDelivered
          ? { color: 'green', message: t('tested', { name }) }
          : { color: 'red', message: `${t('testFailed', { name })}: ${reason ?? t('noResponse')}` },
      ),
    onError: (error) => notifications.show({ color: 'red', title: t('failed'), message: error.message }),
  })
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={testing.isPending}
      onClick={() => testing.mutate()}
      aria-label={t('testOf', { name })}
    >
      {t('test')}
    </Button>
  )
}

function ManagedActions({ subscription, onOpen }: Omit<RowProps, 'mayChange'>) {
  const t = useTranslations('subscriptions')
  const queries = useQueryClient()
  const { name, active } = subscription
  const refused = (error: Error) => notifications.show({ color: 'red', title: t('failed'), message: error.message })
  const onSettled = () => queries.invalidateQueries({ queryKey: ['subscriptions'] })
  const switching = useMutation({
    mutationFn: () => setActive(subscription, !active),
    onSuccess: () => notifications.show({ color: 'green', message: t(active ? 'isPaused' : 'resumed', { name }) }),
    onError: refused,
    onSettled,
  })
  const renewing = useMutation({
    mutationFn: () => renewSecret(subscription),
    onSuccess: (renewed) => onOpen({ act: 'secret', subscription: renewed }),
    onError: refused,
    onSettled,
  })
  const buttons = { size: 'compact-xs', variant: 'default' } as const
  const named = (action: string) => `${action}: ${name}`
  return (
    <>
      <Button {...buttons} onClick={() => onOpen({ act: 'change', subscription })} aria-label={t('changeOf', { name })}>
        {t('change')}
      </Button>
      <Button
        {...buttons}
        loading={switching.isPending}
        onClick={() => switching.mutate()}
        aria-label={named(t(active ? 'pause' : 'resume'))}
      >
        {t(active ? 'pause' : 'resume')}
      </Button>
      <Button {...buttons} loading={renewing.isPending} onClick={() => renewing.mutate()} aria-label={named(t('renew'))}>
        {t('renew')}
      </Button>
      <Button {...buttons} onClick={() => onOpen({ act: 'delete', subscription })} aria-label={named(t('remove'))}>
        {t('remove')}
      </Button>
    </>
  )
}
