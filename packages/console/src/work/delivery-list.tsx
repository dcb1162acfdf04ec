import { Box, Button, Table, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { WebhookDelivery } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { sendAgain } from './delivery-queries.ts'
import { useSubscriptionName } from './use-subscription-name.ts'
import { WorkTable } from './work-list.tsx'

type ListProps = { deliveries: readonly WebhookDelivery[]; onSubscription: (id: string) => void }

/**
 * Webhook deliveries of one state, each with how often it was tried, why it failed and when it is
 * sent next.
 */
export function DeliveryList({ deliveries, onSubscription }: ListProps) {
  const t = useTranslations('work.deliveries')
  return (
    <WorkTable label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('event')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('subscription')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('reason')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('attempts')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('lastAttempt')}</Table.Th>
          <Table.Th>
            <span className="for-screen-readers">{t('actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} {...{ delivery, onSubscription }} />
        ))}
      </Table.Tbody>
    </WorkTable>
  )
}

function DeliveryRow({ delivery, onSubscription }: { delivery: WebhookDelivery; onSubscription: (id: string) => void }) {
  const t = useTranslations('work.deliveries')
  const format = useFormat()
  const { eventType, subject, orderId, subscriptionId, attempts, lastAttemptAt } = delivery
  const subscription = useSubscriptionName()(subscriptionId)
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="note-text">
          {eventType}
        </Text>
        {orderId === null ? (
          <Text size="xs" c="dimmed" className="note-text">
            {subject}
          </Text>
        ) : (
          <Link className="order-link" to="/orders/$orderId" params={{ orderId }}>
            {orderId}
          </Link>
        )}
        <Box hiddenFrom="sm">
          <Text size="xs" c="dimmed">
            {t('to', { subscription })}
          </Text>
          <Reason delivery={delivery} />
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <UnstyledButton
          className="order-link"
          fz="sm"
          onClick={() => onSubscription(subscriptionId)}
          aria-label={t('only', { subscription })}
        >
          {subscription}
        </UnstyledButton>
      </Table.Td>
      <Table.Td maw={360} visibleFrom="sm">
        <Reason delivery={delivery} />
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {format.count(attempts)}
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {lastAttemptAt === null ? '–' : format.time(lastAttemptAt)}
      </Table.Td>
      <Table.Td>
        <SendAgain delivery={delivery} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Why the last attempt failed, as the receiver said, and when the next is. */
function Reason({ delivery: { reason, nextAttemptAt } }: { delivery: WebhookDelivery }) {
  const t = useTranslations('work.deliveries')
  const format = useFormat()
  return (
    <>
      <Text size="sm" className="note-text">
        {reason ?? '–'}
      </Text>
      {nextAttemptAt === null ? null : (
        <Text size="xs" c="dimmed">
          {t('nextAttempt', { time: format.time(nextAttemptAt) })}
        </Text>
      )}
    </>
  )
}

function SendAgain({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTranslations('work.deliveries')
  const queryClient = useQueryClient()
  const mayChange = useMay()('changeOrders')
  const { subject, subscriptionId, state: seen } = delivery
  const subscription = useSubscriptionName()(subscriptionId)
  const sending = useMutation({
    mutationFn: () => sendAgain(delivery),
    onSuccess: ({ state, attempts }) => {
      // Of two people the second finds it sent again, or delivered, by the first.
      const isOurs = state === 'Waiting' && attempts === 0
      const message = t(isOurs ? 'sent' : 'changed', { subject, subscription, state: t(`states.${state}`) })
      notifications.show({ color: isOurs ? 'green' : 'orange', title: t('sendAgain'), message })
      return queryClient.invalidateQueries({ queryKey: ['deliveries'] })
    },
    onError: (error) => notifications.show({ color: 'red', title: t('failed'), message: error.message }),
  })
  if (!mayChange) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={sending.isPending}
      onClick={() => sending.mutate()}
      aria-label={t('sendAgainOf', { subject, subscription })}
    >
      {t(seen === 'Waiting' ? 'sendNow' : 'sendAgain')}
    </Button>
  )
}
