import { Button, Loader, Menu } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasFailedStep, hasReturnableUnits, hasReturnToRefund, isHeld, isOpenToChanges } from '../order/offered-actions.ts'
import type { OrderAction } from '../order/order-action.ts'
import { whyQuery } from '../order/order-queries.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { useOfferInPalette } from '../shell/offered-in-palette.ts'
import { hasOpenUnits, hasShipments, isNotDeleted } from '../shipping/offered.ts'

const documentsArea = () => import('../documents/documents-area.tsx')
const shippingArea = () => import('../shipping/shipping-area.tsx')
const holdsArea = () => import('../holds/holds-area.tsx')

const actions: readonly OrderAction[] = [
  { name: 'deliver', isOffered: hasOpenUnits, Form: lazy(async () => ({ default: (await shippingArea()).DeliverUnits })) },
  { name: 'split', isOffered: hasOpenUnits, Form: lazy(async () => ({ default: (await shippingArea()).SplitUnits })) },
  { name: 'reallocate', isOffered: hasOpenUnits, Form: lazy(async () => ({ default: (await shippingArea()).ReallocateUnits })) },
  { name: 'cancel', isOffered: hasOpenUnits, Form: lazy(async () => ({ default: (await shippingArea()).CancelUnits })) },
  { name: 'cancelLine', isOffered: hasOpenUnits, Form: lazy(async () => ({ default: (await shippingArea()).CancelLine })) },
  { name: 'tracking', isOffered: hasShipments, Form: lazy(async () => ({ default: (await shippingArea()).ChangeTracking })) },
  { name: 'message', isOffered: isNotDeleted, Form: lazy(async () => ({ default: (await documentsArea()).WriteToCustomer })) },
  {
    name: 'takeBack',
    isOffered: hasReturnableUnits,
    Form: lazy(async () => ({ default: (await import('../returns/take-back-form.tsx')).TakeBack })),
  },
  {
    name: 'refund',
    isOffered: hasReturnToRefund,
    Form: lazy(async () => ({ default: (await import('../returns/refund-form.tsx')).Refund })),
  },
  { name: 'hold', isOffered: isOpenToChanges, Form: lazy(async () => ({ default: (await holdsArea()).HoldOrder })) },
  { name: 'release', isOffered: isHeld, Form: lazy(async () => ({ default: (await holdsArea()).ReleaseOrder })) },
  {
    name: 'retry',
    isOffered: hasFailedStep,
    Form: lazy(async () => ({ default: (await import('../work/retry-runs.tsx')).RetryRuns })),
  },
  {
    name: 'edit',
    isOffered: isOpenToChanges,
    Form: lazy(async () => ({ default: (await import('../edit-order/edit-form.tsx')).EditOrder })),
  },
]

/** The actions that are offered for an order, and the dialog of the one that was chosen. */
export function OrderActions({ order }: { order: Order }) {
  const t = useTranslations('order.actions')
  const [chosen, setChosen] = useState<OrderAction>()
  // Loaded by the page, too.
  const { data: why } = useQuery(whyQuery(order.id))
  const offered = actions.filter(({ isOffered }) => isOffered(order, why?.reasons ?? []))
  const close = () => setChosen(undefined)
  const actionName = ({ name }: OrderAction) => t(name as never)
  // A dialog that is open is not exchanged for another one: something may be under way in it.
  const inPalette = chosen === undefined ? offered : []
  useOfferInPalette(inPalette.map((action) => ({ label: actionName(action), run: () => setChosen(action) })))
  return (
    <>
      {offered.length === 0 ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {t('open')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((action) => (
              <Menu.Item key={action.name} onClick={() => setChosen(action)}>
                {actionName(action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <BusyDialog
        opened={chosen !== undefined}
        onClose={close}
        size="lg"
        title={chosen === undefined ? '' : actionName(chosen)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          {chosen === undefined ? null : <chosen.Form order={order} onDone={close} />}
        </Suspense>
      </BusyDialog>
    </>
  )
}
