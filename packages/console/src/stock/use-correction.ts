import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import { type Correction, saveCorrection } from './correction.ts'
import type { StockLevel } from './stock-groups.ts'

/** The write of the form, and the level that the person decides upon: the newest that is known. */
export function useCorrection(level: StockLevel | null, onDone: () => void) {
  const t = useTranslations('stock.correct')
  const format = useFormat()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [current, setCurrent] = useState(level)
  const correct = useMutation({
    mutationFn: (correction: Correction) =>
      saveCorrection({ correction, seen: current, idempotencyKey: keyOf(JSON.stringify(correction)) }),
    onSuccess: async (result) => {
      if (result.outcome === 'changed') return setCurrent(result.level)
      await queries.invalidateQueries({ queryKey: ['stock'] })
      const message = t('saved', { sku: result.level.skuId, quantity: format.quantity(result.level.quantity) })
      const color = result.warning === null ? 'green' : 'yellow'
      const closeButtonProps = { 'aria-label': t('close') }
      notifications.show({ color, title: message, message: result.warning, closeButtonProps })
      onDone()
    },
  })
  useKeepOpen(correct.isPending)
  return { correct, current }
}
