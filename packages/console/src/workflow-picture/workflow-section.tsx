import { Button, Loader } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'

const WorkflowPicture = lazy(() => import('./workflow-picture.tsx').then(({ WorkflowPicture }) => ({ default: WorkflowPicture })))

/**
 * The workflow of the order, loaded when it is opened; the address of the page says whether it is.
 */
export function WorkflowSection({ order }: { order: Order }) {
  const t = useTranslations('order.workflow')
  const states = useTranslations('states')
  const { workflow } = useSearch({ from: '/orders/$orderId' })
  const navigate = useNavigate({ from: '/orders/$orderId' })
  const isOpen = workflow === 'open'
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        onClick={() => void navigate({ search: isOpen ? {} : { workflow: 'open' }, replace: true, resetScroll: false })}
      >
        {t(isOpen ? 'close' : 'open')}
      </Button>
      {isOpen ? (
        <Suspense fallback={<Loader mt="sm" size="sm" role="status" aria-label={states('loading')} data-unsized />}>
          <WorkflowPicture order={order} />
        </Suspense>
      ) : null}
    </>
  )
}
