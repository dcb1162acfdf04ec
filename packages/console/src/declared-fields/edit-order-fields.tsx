import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { Order, OrderPatch } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderQuery } from '../order/order-queries.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { gateway } from '../session/gateway.ts'
import { FieldsForm } from './fields-form.tsx'
import { changedProperties, type FieldValues, fieldValues } from './property-values.ts'
import { useDeclaredFields } from './use-declared-fields.ts'

type EditProps = {
  order: Order
  /** Null: the order itself. */
  line: Order['orderForm']['lineItems'][number] | null
  onDone: () => void
}

/** Changes the declared fields of an order or of one of its lines. */
export function EditOrderFields({ order, line, onDone }: EditProps) {
  const t = useTranslations('fields')
  const fields = useDeclaredFields(line === null ? 'order' : 'line').filter(({ onPage }) => onPage)
  const queries = useQueryClient()
  // What another one saves meanwhile stays, unless the person has changed the same field.
  const [values] = useState(() => fieldValues(line === null ? order.properties : line.properties, fields))
  const saving = useOrderWrite(order, {
    send: async (body: OrderPatch, write) => {
      try {
        return await gateway.patch('/api/Orders/{orderId}/PatchOrder', { ...write, body })
      } catch (error) {
        if (isApiError(error, 'VersionConflict')) await queries.refetchQueries({ queryKey: orderQuery(order.id).queryKey })
        throw error
      }
    },
    onWritten: () => {
      notifications.show({ color: 'green', message: t('saved'), closeButtonProps: { 'aria-label': t('close') } })
      onDone()
    },
  })
  const save = (entered: FieldValues) => {
    const properties = changedProperties(values, entered)
    if (properties.length === 0) return onDone()
    if (line === null) saving.mutate({ properties })
    else saving.mutate({ orderForm: { lineItems: [{ lineItemId: line.lineItemId, properties }] } })
  }
  return <FieldsForm {...{ fields, values, save }} isSaving={saving.isPending} error={saving.error} />
}
