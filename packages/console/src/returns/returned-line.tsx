import { Checkbox, Paper, Stack, TextInput } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { returnableUnits } from './return-amounts.ts'
import type { ReturnedGoods } from './take-back.ts'

type ReturnedLineProps = {
  line: Order['orderForm']['lineItems'][number]
  /** Absent: nothing of the line comes back. */
  returned: ReturnedGoods | undefined
  isFirst: boolean
  onChange: (returned: ReturnedGoods) => void
}

/** How many units of a line come back, and why. */
export function ReturnedLine({ line, returned, isFirst, onChange }: ReturnedLineProps) {
  const t = useTranslations('returns.takeBack')
  const format = useFormat()
  const { lineItemId } = line
  const item = line.displayName ?? line.code ?? lineItemId
  const most = returnableUnits(line)
  const goods = returned ?? { lineItemId, units: 0, reason: '', isRestocked: true }
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <NumberField
          label={t('units', { item })}
          description={t('returnable', { item: line.code ?? item, units: format.quantity(most) })}
          min={0}
          max={most}
          clampBehavior="strict"
          decimalScale={3}
          allowNegative={false}
          {...(isFirst ? { 'data-autofocus': true } : {})}
          value={returned?.units ?? null}
          onChange={(units) => onChange({ ...goods, units: units ?? 0 })}
        />
        {returned === undefined ? null : (
          <>
            <TextInput
              label={t('reason', { item })}
              maxLength={250}
              value={goods.reason}
              onChange={({ currentTarget }) => onChange({ ...goods, reason: currentTarget.value })}
            />
            <Checkbox
              label={t('restock')}
              checked={goods.isRestocked}
              onChange={({ currentTarget }) => onChange({ ...goods, isRestocked: currentTarget.checked })}
            />
          </>
        )}
      </Stack>
    </Paper>
  )
}
