import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { type LineProduct, lineTitle } from '../order/line-items.ts'
import { pictureUrl } from '../order/lines-table.tsx'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { GoodsHead, ReasonField } from '../returns/returned-line.tsx'
import type { ArrivedLine } from './desk-edit.ts'

type ArrivedRowProps = {
  line: ReturnForm['lineItems'][number]
  found: LineProduct | undefined
  arrived: ArrivedLine
  most: number
  onChange: (arrived: ArrivedLine) => void
}

const conditions = ['AsNew', 'Opened', 'Used', 'Damaged', 'Incomplete'] as const

/** What came back of a line: how many, why, in which condition, and whether it is sold again. */
export function ArrivedRow({ line, found, arrived, most, onChange }: ArrivedRowProps) {
  const t = useTranslations('returnsDesk.lines')
  const tReturn = useTranslations('returns.takeBack')
  const format = useFormat()
  const item = lineTitle(line, found)
  const { condition } = arrived
  const known: { value: string; label: string }[] = conditions.map((value) => ({ value, label: t(`conditions.${value}`) }))
  // What another system has written stays.
  const isCustomCondition = condition !== '' && !known.some(({ value }) => value === condition)
  return (
    <div className="return-row">
      <GoodsHead
        {...{ item, url: pictureUrl(line, found) }}
        text={t('expected', { code: line.code ?? item, units: format.quantity(line.quantity) })}
      />
      <NumberField
        w={110}
        size="sm"
        aria-label={t('arrived', { item })}
        min={0}
        max={most}
        clampBehavior="strict"
        decimalScale={3}
        allowNegative={false}
        selectAllOnFocus
        value={arrived.quantity}
        onChange={(quantity) => onChange({ ...arrived, quantity })}
      />
      {arrived.quantity === 0 ? null : (
        <div className="return-why">
          <ReasonField
            {...{ item, lineItemId: line.lineItemId, value: arrived.reason }}
            onChange={(reason) => onChange({ ...arrived, reason })}
          />
          <NativeSelect
            size="sm"
            aria-label={t('condition', { item })}
            data={[
              { value: '', label: t('noCondition') },
              ...known,
              ...(isCustomCondition ? [{ value: condition, label: condition }] : []),
            ]}
            value={condition}
            onChange={({ currentTarget }) => onChange({ ...arrived, condition: currentTarget.value })}
          />
          <Checkbox
            label={tReturn('restock')}
            checked={arrived.isRestocked}
            onChange={({ currentTarget }) => onChange({ ...arrived, isRestocked: currentTarget.checked })}
          />
        </div>
      )}
    </div>
  )
}
