import { Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { namesQuery } from '../configuration/names-query.ts'
import { useTitle } from '../display/use-title.ts'
import { CustomerCard, EditButton } from '../order/customer-card.tsx'
import { LinesTable } from '../order/lines-table.tsx'
import { isOpenToChanges } from '../order/offered-actions.ts'
import type { OrderPart } from '../order/order-action.ts'
import { orderQuery, wholeTimelineQuery, whyQuery } from '../order/order-queries.ts'
import { OrderTexts } from '../order/order-texts.tsx'
import { useLanguage } from '../preferences/preferences.tsx'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { wordsQuery } from '../vocabulary/use-words.ts'
import { NextBanner } from './next-banner.tsx'
import { OrderDialogs, useOrderDialogs } from './order-dialogs.tsx'
import { BackLink, OrderHeader } from './order-header.tsx'
import './order-page.css'

// What is below the fold is asked for at once and does not keep the rest waiting.
const parts = import('./order-parts.tsx')
const CustomerOfOrder = lazy(async () => ({ default: (await import('../customers/customer-of-order.tsx')).CustomerOfOrder }))
const RequestBanner = lazy(async () => ({ default: (await import('../refund-requests/request-banner.tsx')).RequestBanner }))
const FurtherCourse = lazy(async () => ({ default: (await parts).FurtherCourse }))
const Communication = lazy(async () => ({ default: (await parts).Communication }))

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
  usePrefetchQuery(wholeTimelineQuery(orderId))
  useTitle(t('pageTitle', { order: order?.orderNumber ?? orderId }))
  // By its key: a dialog that is open is of this order.
  if (order !== undefined) return <OrderView key={order.id} order={order} />
  if (isPending) return <PageSkeleton label={t('loading')} />
  if (isApiError(error, 'NotFound')) {
    return <EmptyState title={t('notFound.title', { order: orderId })} text={t('notFound.text')} action={<BackLink />} />
  }
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function OrderView({ order }: { order: Order }) {
  const t = useTranslations('order')
  // A phone has one column: whom the order is of comes right after what they have ordered.
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  return (
    <OrderDialogs order={order}>
      <Stack p="md" gap="sm">
        <OrderHeader order={order} />
        <NextBanner order={order} />
        <Suspense>
          <RequestBanner orderId={order.id} />
        </Suspense>
        <div className="order-columns">
          <Stack>
            <Section title={t('lines.title')}>
              <LinesTable order={order} />
            </Section>
            {isWide ? null : <CustomerSection order={order} />}
            <Suspense>
              <FurtherCourse order={order} />
            </Suspense>
          </Stack>
          <Stack>
            {isWide ? <CustomerSection order={order} /> : null}
            <Suspense>
              <Communication order={order} />
            </Suspense>
          </Stack>
        </div>
      </Stack>
    </OrderDialogs>
  )
}

function CustomerSection({ order }: { order: Order }) {
  const t = useTranslations('order.customer')
  const { open } = useOrderDialogs()
  const mayEdit = useMay()('changeOrders') && isOpenToChanges(order)
  const onEdit = mayEdit ? (part: OrderPart) => open('edit', { part }) : undefined
  return (
    <Section
      title={t('title')}
      aside={onEdit === undefined ? null : <EditButton label={t('edit')} onClick={() => onEdit('customer')} />}
    >
      <CustomerCard order={order} onEdit={onEdit} />
      <Suspense>
        <CustomerOfOrder orderId={order.id} />
      </Suspense>
    </Section>
  )
}
