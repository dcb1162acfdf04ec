import { Loader, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { namesQuery } from '../configuration/names-query.ts'
import { useTitle } from '../display/use-title.ts'
import { CustomerCard } from '../order/customer-card.tsx'
import { LinesTable } from '../order/lines-table.tsx'
import { NotesCard } from '../order/notes-card.tsx'
import { OrderPostingsLink } from '../order/order-postings-link.tsx'
import { orderQuery, timelineQuery, whyQuery } from '../order/order-queries.ts'
import { OrderTexts } from '../order/order-texts.tsx'
import { PaymentsTable } from '../order/payments/payments-table.tsx'
import { ShipmentList } from '../order/shipment-list.tsx'
import { TimelineList } from '../order/timeline/timeline-list.tsx'
import { TotalsCard } from '../order/totals-card.tsx'
import { useLanguage } from '../preferences/preferences.tsx'
import { useMayChangeOrders } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { wordsQuery } from '../vocabulary/use-words.ts'
import { WorkflowSection, WorkflowToggle } from '../workflow-picture/workflow-section.tsx'
import { NextBanner } from './next-banner.tsx'
import { OrderDialogs } from './order-dialogs.tsx'
import { BackLink, OrderHeader } from './order-header.tsx'
import './order-page.css'

// Most orders have no returns: their card is loaded with the first one.
const OrderReturns = lazy(async () => ({ default: (await import('../returns/return-list.tsx')).OrderReturns }))
// Seldom the first thing that a person looks for: it is loaded after the order.
const OrderDocuments = lazy(async () => ({ default: (await import('../documents/documents-area.tsx')).OrderDocuments }))
const OrderMessages = lazy(async () => ({ default: (await import('../messages/order-messages.tsx')).OrderMessages }))

/** One order: what it is, what it is waiting for, and what can be done with it. */
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
  // A phone has one column: whom the order is of comes right after what they have ordered.
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  return (
    <OrderDialogs order={order}>
      <Stack p="md" gap="sm">
        <OrderHeader order={order} />
        <NextBanner order={order} />
        <div className="order-columns">
          <Stack>
            <GoodsAndMoney order={order}>{isWide ? null : <CustomerSection order={order} />}</GoodsAndMoney>
            <TimelineSection order={order} />
          </Stack>
          <Stack>
            {isWide ? <CustomerSection order={order} /> : null}
            <Communication order={order} />
          </Stack>
        </div>
      </Stack>
    </OrderDialogs>
  )
}

/** What was ordered, how it leaves, how it is paid, and what came back. */
function GoodsAndMoney({ order, children }: { order: Order; children: ReactNode }) {
  const t = useTranslations('order')
  return (
    <>
      <Section title={t('lines.title')}>
        <LinesTable order={order} />
      </Section>
      {children}
      <Section title={t('shipments.title')}>
        <ShipmentList order={order} />
      </Section>
      <Section title={t('payments.title')}>
        <TotalsCard order={order} />
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
    </>
  )
}

function CustomerSection({ order }: { order: Order }) {
  const t = useTranslations('order.customer')
  return (
    <Section title={t('title')}>
      <CustomerCard order={order} />
    </Section>
  )
}

/** What happened, newest first, with the picture of the workflow behind a button. */
function TimelineSection({ order }: { order: Order }) {
  const t = useTranslations('order.timeline')
  return (
    <Section title={t('title')} aside={<WorkflowToggle />}>
      <WorkflowSection order={order} />
      <TimelineList order={order} />
    </Section>
  )
}

/** What people have written, to each other and to the customer, and the documents of the order. */
function Communication({ order }: { order: Order }) {
  const t = useTranslations('order')
  const mayChange = useMayChangeOrders()
  return (
    <>
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
    </>
  )
}
