import { Loader } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { OrderFields } from '../declared-fields/order-fields.tsx'
import { PaymentsTable } from '../order/payments/payments-table.tsx'
import { ShipmentList } from '../order/shipment-list.tsx'
import { TimelineList } from '../order/timeline/timeline-list.tsx'
import { TotalsCard } from '../order/totals-card.tsx'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { WorkflowSection, WorkflowToggle } from '../workflow-picture/workflow-section.tsx'

// Most orders have no returns: their card is loaded with the first one.
const OrderReturns = lazy(async () => ({ default: (await import('../returns/return-list.tsx')).OrderReturns }))
// Seldom the first thing that a person looks for: it is loaded after the order.
const OrderPostingsLink = lazy(async () => ({ default: (await import('../order/order-postings-link.tsx')).OrderPostingsLink }))
const PaymentActions = lazy(async () => ({ default: (await import('../payments/payment-actions.tsx')).PaymentActions }))
const OrderDocuments = lazy(async () => ({ default: (await import('../documents/documents-area.tsx')).OrderDocuments }))
const OrderNotes = lazy(async () => ({ default: (await import('../notes/order-notes.tsx')).OrderNotes }))
const OrderPlaces = lazy(async () => ({ default: (await import('../places/order-places.tsx')).OrderPlaces }))
const OrderMessages = lazy(async () => ({ default: (await import('../messages/order-messages.tsx')).OrderMessages }))

/** How the goods leave, how they are paid, what came back, and what happened. */
export function FurtherCourse({ order }: { order: Order }) {
  const t = useTranslations('order')
  return (
    <>
      <Section title={t('shipments.title')}>
        <ShipmentList order={order} />
      </Section>
      <Section
        title={t('payments.title')}
        aside={
          <Suspense>
            <PaymentActions order={order} />
          </Suspense>
        }
      >
        <TotalsCard order={order} />
        <PaymentsTable order={order} />
        <Suspense>
          <OrderPostingsLink orderId={order.id} />
        </Suspense>
      </Section>
      {order.returnOrderForms.length === 0 ? null : (
        <Section title={t('returns')}>
          <Suspense fallback={<Loader size="sm" data-unsized />}>
            <OrderReturns order={order} />
          </Suspense>
        </Section>
      )}
      <TimelineSection order={order} />
    </>
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
export function Communication({ order }: { order: Order }) {
  const t = useTranslations('order')
  const mayChange = useMay()('changeOrders')
  return (
    <>
      <Suspense>
        <OrderPlaces order={order} />
      </Suspense>
      <OrderFields order={order} />
      <Section title={t('notes.title')}>
        <Suspense fallback={<Loader size="sm" data-unsized />}>
          <OrderNotes order={order} />
        </Suspense>
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
