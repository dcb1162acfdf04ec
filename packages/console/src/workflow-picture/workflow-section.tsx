import { Button, Loader } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'

const WorkflowPicture = lazy(() => import('./workflow-picture.tsx').then(({ WorkflowPicture }) => ({ default: WorkflowPicture })))

const SECTION_ID = 'order-workflow'

/** Shows and hides the workflow of the order; the address of the page says whether it is shown. */
export function WorkflowToggle() {
  const t = useTranslations('order.workflow')
  const { workflow } = useSearch({ from: '/orders/$orderId' })
  const navigate = useNavigate({ from: '/orders/$orderId' })
  const isOpen = workflow === 'open'
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-expanded={isOpen}
      aria-controls={SECTION_ID}
      onClick={() => void navigate({ search: isOpen ? {} : { workflow: 'open' }, replace: true, resetScroll: false })}
    >
      {t(isOpen ? 'close' : 'open')}
    </Button>
  )
}

/** The workflow of the order, loaded when it is opened. */
export function WorkflowSection({ order }: { order: Order }) {
  const t = useTranslations('order.workflow')
  const states = useTranslations('states')
  const { workflow } = useSearch({ from: '/orders/$orderId' })
  return (
    <section id={SECTION_ID} aria-label={t('title')}>
      {workflow === 'open' ? (
        <Suspense fallback={<Loader mt="sm" size="sm" role="status" aria-label={states('loading')} data-unsized />}>
          <WorkflowPicture order={order} />
        </Suspense>
      ) : null}
    </section>
  )
}
