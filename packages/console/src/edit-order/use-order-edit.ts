import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { Order, OrderPatch } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderQuery } from '../order/order-queries.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { gateway } from '../session/gateway.ts'
import { showUndo } from '../shell/undo-notice.tsx'
import { buildOrderPatch, type Edit, toOrderEdit } from './order-edit.ts'

const PATCH = '/api/Orders/{orderId}/PatchOrder'

/** What was saved: the edit, and the one that it has replaced. */
type SavedEdit = { patch: OrderPatch; from: Edit; to: Edit }

/**
 * The order as it was when the person began, the newer one where another has changed it meanwhile,
 * and the write that saves an edit upon the version that the person has seen last. A refused
 * version shows the newer order and saves nothing.
 */
export function useOrderEdit(order: Order, onDone: () => void) {
  const [began] = useState(order)
  const [theirs, setTheirs] = useState<Order | null>(null)
  const seen = theirs ?? began
  const sayChanged = useChangeNotice(order)
  const saving = useOrderWrite(seen, {
    send: async ({ patch }: SavedEdit, write): Promise<Order | null> => {
      try {
        await gateway.patch(PATCH, { ...write, body: patch })
        return null
      } catch (error) {
        if (!isApiError(error, 'VersionConflict')) throw error
        return await gateway.get('/api/Orders/{orderId}', { params: write.params })
      }
    },
    onWritten: (newer, { from, to }) => {
      if (newer !== null) return setTheirs(newer)
      sayChanged(from, to)
      onDone()
    },
  })
  const save = (to: Edit) => {
    const from = toOrderEdit(seen)
    const patch = buildOrderPatch(seen, from, to)
    if (patch === null) onDone()
    else saving.mutate({ patch, from, to })
  }
  return { began, theirs, save, isSaving: saving.isPending, error: saving.error }
}

/**
 * Says that an order was changed, and offers to write the old values back as long as nobody has
 * changed them again.
 */
function useChangeNotice(order: Order): (from: Edit, to: Edit) => void {
  const t = useTranslations('editOrder')
  const queries = useQueryClient()
  return (from, to) => {
    const message = t('saved', { order: order.orderNumber ?? order.id })
    const closeLabel = t('close')
    // Loaded again after the write. The response of a patch has no version.
    const after = queries.getQueryData(orderQuery(order.id).queryKey)
    const versionId = after?.versionId ?? null
    const patch =
      after === undefined || buildOrderPatch(after, toOrderEdit(after), to) !== null ? null : buildOrderPatch(after, to, from)
    if (patch === null || versionId === null)
      return void notifications.show({ color: 'green', message, closeButtonProps: { 'aria-label': closeLabel } })
    const undo = () => gateway.patch(PATCH, { params: { orderId: order.id }, ifMatch: versionId, body: patch })
    showUndo({ message, closeLabel, undo })
  }
}
