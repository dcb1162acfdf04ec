import { Loader } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderAction, OrderActionName, OrderActionProps } from '../order/order-action.ts'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { findAction, type May, offeredActions } from './all-actions.ts'
import type { OrderPageView } from './order-page-view.ts'

/** What a form begins with: a status, or the only part of the order that it is about. */
type Beginning = Pick<OrderActionProps, 'status' | 'part'>

type Dialogs = {
  /** Opens the dialog of an action. */
  open: (name: OrderActionName, beginning?: Beginning) => void
  isOpen: boolean
}

const DialogsContext = createContext<Dialogs>({ open: () => undefined, isOpen: false })

/** The dialogs of the order whose page it is. */
export function useOrderDialogs(): Dialogs {
  return use(DialogsContext)
}

type Opened = { action: OrderAction; beginning: Beginning }

/** The dialog that an address asks for, where it makes sense for the order. */
function askedFor(order: Order, name: OrderActionName | undefined, may: May): Opened | undefined {
  const action = offeredActions(order, [], may).find((one) => one.name === name)
  return action && { action, beginning: {} }
}

/**
 * Everything that opens dialogs of an order is below it. When a dialog closes, the focus goes back
 * to what opened it, or to the menu where that is gone.
 */
export function OrderDialogs({ order, children }: { order: Order; children: ReactNode }) {
  const t = useTranslations('order.actions')
  const { action: asked } = useSearch({ from: '/orders/$orderId' })
  const navigate = useNavigate({ from: '/orders/$orderId' })
  const may = useMay()
  const [opened, setOpened] = useState(() => askedFor(order, asked, may))
  const origin = useRef<Element | null>(null)
  const isOpen = opened !== undefined
  const dialogs = useMemo(
    (): Dialogs => ({
      open: (name, beginning = {}) => {
        const action = findAction(name)
        origin.current = document.activeElement?.closest('[role=menu]') ? null : document.activeElement
        if (action !== undefined) setOpened({ action, beginning })
      },
      isOpen,
    }),
    [isOpen],
  )
  const close = () => {
    setOpened(undefined)
    // Who comes back to the page does not find the dialog again.
    if (asked !== undefined) void navigate({ search: ({ action, ...others }: OrderPageView) => others, replace: true })
  }
  const returnFocus = () => {
    const before = origin.current?.isConnected === true ? origin.current : document.querySelector('[data-opens-actions]')
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
  }
  return (
    <DialogsContext value={dialogs}>
      {children}
      <BusyDialog
        opened={isOpen}
        onClose={close}
        returnFocus={false}
        onExitTransitionEnd={returnFocus}
        size="lg"
        title={opened === undefined ? '' : t(opened.action.name)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          {opened === undefined ? null : <opened.action.Form order={order} {...opened.beginning} onDone={close} />}
        </Suspense>
      </BusyDialog>
    </DialogsContext>
  )
}
