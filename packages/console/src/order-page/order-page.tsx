import { Anchor, Badge, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { namesQuery } from '../configuration/names-query.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { CustomerCard } from '../order/customer-card.tsx'
import { LinesTable } from '../order/lines-table.tsx'
import { MoveOrder } from '../order/move-order.tsx'
import { NotesCard } from '../order/notes-card.tsx'
import { OrderPostingsLink } from '../order/order-postings-link.tsx'
import { orderQuery, timelineQuery, whyQuery } from '../order/order-queries.ts'
import { OrderTexts } from '../order/order-texts.tsx'
import { PaymentsTable } from '../order/payments/payments-table.tsx'
import { ShipmentList } from '../order/shipment-list.tsx'
import { TimelineList } from '../order/timeline/timeline-list.tsx'
import { TotalsCard } from '../order/totals-card.tsx'
import { WhyCard } from '../order/why-card.tsx'
import { OrderMarks } from '../orders/order-marks.tsx'
import { useLanguage } from '../preferences/preferences.tsx'
import { useMayChangeOrders } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { wordsQuery } from '../vocabulary/use-words.ts'
import { WorkflowSection } from '../workflow-picture/workflow-section.tsx'
import { OrderActions } from './order-actions.tsx'

// Needed once the order is there; the first load has a budget.
const OrderFollower = lazy(async () => ({ default: (await import('../live/order-follower.tsx')).OrderFollower }))
// Most orders have no returns: their card is loaded with the first one.
const OrderReturns = lazy(async () => ({ default: (await import('../returns/return-list.tsx')).OrderReturns }))
// Seldom the first thing that a person looks for: it is loaded after the order.
const OrderDocuments = lazy(async () => ({ default: (await import('../documents/documents-area.tsx')).OrderDocuments }))
const OrderMessages = lazy(async () => ({ default: (await import('../messages/order-messages.tsx')).OrderMessages }))

/** One order: what it is, why it stands where it stands, and what can be done with it. */
export function OrderPage() {
  return (
    <OrderTexts>
      <LoadedOrder />
    </OrderTexts>
  )
}

function LoadedOrder() {
  const { orderId } = useParams({ from: '/orders/$orderId' })
  const t = useTranslations('order')
  const { data: order, error, isPending, refetch } = useQuery(orderQuery(orderId))
  const { language } = useLanguage()
  // Together with the order, so that nothing is shown as a code for a moment, and the page is there
  // with the slowest of them.
  usePrefetchQuery(wordsQuery(language))
  usePrefetchQuery(namesQuery)
  usePrefetchQuery(whyQuery(orderId))
  usePrefetchInfiniteQuery(timelineQuery(orderId))
  useTitle(order?.orderNumber ?? orderId)
  // By its key: a dialog that is open is of this order.
  if (order !== undefined) return <OrderView key={order.id} order={order} />
  if (isPending) return <Loader m="xl" role="status" aria-label={t('loading')} />
  if (isApiError(error, 'NotFound')) {
    return <EmptyState title={t('notFound.title', { order: orderId })} text={t('notFound.text')} action={<BackLink />} />
  }
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function OrderView({ order }: { order: Order }) {
  const t = useTranslations('order')
  const mayChange = useMayChangeOrders()
  return (
    <Stack p="md" gap="md">
      <OrderHeader order={order} />
      <Section title={t('why.title')}>
        <WhyCard orderId={order.id} />
      </Section>
      <Section title={t('workflow.title')}>
        <WorkflowSection order={order} />
      </Section>
      <div className="order-columns">
        <Stack>
          <Section title={t('lines.title')}>
            <LinesTable order={order} />
          </Section>
          <Section title={t('shipments.title')}>
            <ShipmentList order={order} />
          </Section>
          <Section title={t('payments.title')}>
            <PaymentsTable order={order} />
            <OrderPostingsLink orderId={order.id} />
          </Section>
          {order.returnOrderForms.length === 0 ? null : (
            <Section title={t('returns')}>
              <Suspense fallback={<Loader size="sm" data-unsized />}>
                <OrderReturns order={order} />
              </Suspense>
            </Section>
          )}
          <Section title={t('timeline.title')}>
            <TimelineList order={order} />
          </Section>
        </Stack>
        <Stack>
          <Section title={t('totals.title')}>
            <TotalsCard order={order} />
          </Section>
          <Section title={t('customer.title')}>
            <CustomerCard order={order} />
          </Section>
          <Section title={t('notes.title')}>
            <NotesCard order={order} />
          </Section>
          {mayChange ? (
            <Section title={t('messages')}>
              <Suspense>
                <OrderMessages order={order} />
              </Suspense>
            </Section>
          ) : null}
          <Section title={t('documents')}>
            <Suspense>
              <OrderDocuments order={order} />
            </Suspense>
          </Section>
        </Stack>
      </div>
    </Stack>
  )
}

function OrderHeader({ order }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  const mayChange = useMayChangeOrders()
  const nameOf = useStatusNames()
  const storeName = useStoreNames()
  const modified = { time: format.time(order.modified), name: order.modifiedBy ?? '' }
  return (
    <Stack gap={4} component="header">
      <Group justify="space-between" wrap="nowrap" mih={26}>
        <BackLink />
        <Suspense>
          <OrderFollower orderId={order.id} />
        </Suspense>
      </Group>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} size="h3">
            {order.orderNumber ?? order.id}
          </Title>
          <OrderMarks order={order} nameOf={nameOf} />
          {order.orderForm.isPriority === true ? (
            <Badge variant="outline" tt="none">
              {t('priority')}
            </Badge>
          ) : null}
        </Group>
        {mayChange ? (
          <Group gap="xs">
            <MoveOrder order={order} />
            <OrderActions order={order} />
          </Group>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          order.orderType,
          storeName(order.storeId),
          t('created', { time: format.time(order.created) }),
          order.modifiedBy === null ? t('modified', modified) : t('modifiedBy', modified),
        ].join(' · ')}
      </Text>
    </Stack>
  )
}

function BackLink() {
  const t = useTranslations('order')
  return (
    <Anchor component={Link} to="/orders" size="sm">
      ← {t('back')}
    </Anchor>
  )
}
