import { Alert, Radio, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import type { DraftLine } from '../new-order/draft.ts'
import type { LineConflict } from './merge-lines.ts'

export type LineChoices = Readonly<Record<string, 'theirs' | 'mine'>>

type ConflictsProps = {
  order: Order
  conflicts: readonly LineConflict[]
  choices: LineChoices
  onChoose: (conflict: LineConflict, choice: 'theirs' | 'mine') => void
}

/**
 * Shows who changed the order in the meantime, and asks which version of each conflicting line to
 * keep.
 */
export function LineConflicts({ order, conflicts, choices, onChoose }: ConflictsProps) {
  const t = useTranslations('editLines.conflict')
  const format = useFormat()
  const text = { name: order.modifiedBy ?? t('someone'), time: format.time(order.modified) }
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('title')}>
      <Stack gap="sm">
        <Text size="sm">{t(conflicts.length === 0 ? 'merged' : 'choose', text)}</Text>
        {conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.id}
            label={conflict.name}
            value={choices[conflict.id] ?? null}
            onChange={(value) => onChoose(conflict, value === 'mine' ? 'mine' : 'theirs')}
          >
            <Stack gap={4} mt={4}>
              {(['theirs', 'mine'] as const).map((side) => (
                <Radio
                  key={side}
                  size="xs"
                  value={side}
                  label={
                    <>
                      {t(side)}: <LineText order={order} line={conflict[side]} />
                    </>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
    </Alert>
  )
}

function LineText({ order, line }: { order: Order; line: DraftLine | null }) {
  const t = useTranslations('editLines.conflict')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  if (line === null) return t('removed')
  const { quantity, price, discount, reason } = line
  const parts = [
    t('line', { quantity: format.quantity(quantity ?? 0), price: format.unitPrice(price ?? 0, currency) }),
    discount === null || discount === 0 ? null : t('discount', { percent: format.quantity(discount) }),
    reason === '' ? null : reason,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
