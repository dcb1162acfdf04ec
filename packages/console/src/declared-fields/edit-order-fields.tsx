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
import { type OrderPart, propertyPatch } from './order-parts.ts'
import { changedProperties, type FieldValues, fieldValues } from './property-values.ts'
import { useDeclaredFields } from './use-declared-fields.ts'

type EditProps = {
  order: Order
  /** Null: the order itself. */
  part: OrderPart | null
  onDone: () => void
}

/** Changes the declared fields of an order or of a part of it. */
export function EditOrderFields({ order, part, onDone }: EditProps) {
  const t = useTranslations('fields')
  const fields = useDeclaredFields(part?.on ?? 'order').filter(({ onPage }) => onPage)
  const queries = useQueryClient()
  // What another one saves meanwhile stays, unless the person has changed the same field.
  const [values] = useState(() => fieldValues((part ?? order).properties, fields))
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
    saving.mutate(propertyPatch(part, properties))
  }
  return <FieldsForm {...{ fields, values, save }} isSaving={saving.isPending} error={saving.error} />
}
