import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { AssetPicture } from '../catalogue/assets/asset-picture.tsx'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { type LineProduct, lineTitle } from '../order/line-items.ts'
import { pictureUrl } from '../order/lines-table.tsx'
import { returnableUnits } from './return-amounts.ts'
import type { ReturnedGoods } from './take-back.ts'

type ReturnedLineProps = {
  line: Order['orderForm']['lineItems'][number]
  found: LineProduct | undefined
  /** Absent: nothing of the line comes back. */
  returned: ReturnedGoods | undefined
  isFirst: boolean
  onChange: (returned: ReturnedGoods) => void
}

const PICTURE = 40
const reasons = ['size', 'damaged', 'wrong', 'notAsDescribed', 'late', 'regret'] as const

/** How many units of a line come back, and why: one row of goods. */
export function ReturnedLine({ line, found, returned, isFirst, onChange }: ReturnedLineProps) {
  const t = useTranslations('returns.takeBack')
  const format = useFormat()
  const { lineItemId } = line
  const item = lineTitle(line, found)
  const most = returnableUnits(line)
  const goods = returned ?? { lineItemId, units: 0, reason: '', isRestocked: true }
  return (
    <div className="return-row">
      <GoodsHead
        {...{ item, url: pictureUrl(line, found) }}
        text={t('returnable', { item: line.code ?? item, units: format.quantity(most) })}
      />
      <NumberField
        w={110}
        size="sm"
        aria-label={t('units', { item })}
        min={0}
        max={most}
        clampBehavior="strict"
        decimalScale={3}
        allowNegative={false}
        selectAllOnFocus
        {...(isFirst ? { 'data-autofocus': true } : {})}
        value={returned?.units ?? 0}
        onChange={(units) => onChange({ ...goods, units: units ?? 0 })}
      />
      {returned === undefined ? null : (
        <div className="return-why">
          <ReasonField {...{ item, lineItemId, value: goods.reason }} onChange={(reason) => onChange({ ...goods, reason })} />
          <Checkbox
            label={t('restock')}
            checked={goods.isRestocked}
            onChange={({ currentTarget }) => onChange({ ...goods, isRestocked: currentTarget.checked })}
          />
        </div>
      )}
    </div>
  )
}

type ReasonFieldProps = { item: string; lineItemId: string; value: string; onChange: (reason: string) => void }

/** Why goods come back: one of the usual reasons, or another one. */
export function ReasonField({ item, lineItemId, value, onChange }: ReasonFieldProps) {
  const t = useTranslations('returns.takeBack')
  return (
    <>
      <TextInput
        size="sm"
        list={`reasons-${lineItemId}`}
        aria-label={t('reason', { item })}
        placeholder={t('why')}
        maxLength={250}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={`reasons-${lineItemId}`}>
        {reasons.map((name) => (
          <option key={name} value={t(`reasons.${name}`)} />
        ))}
      </datalist>
    </>
  )
}

/** Picture and name of goods that come back, and what is expected of them. */
export function GoodsHead({ item, url, text }: { item: string; url: ReturnType<typeof pictureUrl>; text: string }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <AssetPicture url={url} size={160} alt="" height={PICTURE} width={PICTURE} />
      <div>
        <Text size="sm">{item}</Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </div>
    </Group>
  )
}
