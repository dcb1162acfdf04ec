import { CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { type DraftLine, needsReason } from './draft.ts'
import { ProductPicker, type Sku } from './product-picker.tsx'
import { useStockText } from './use-stock-text.ts'

/** What a person may not do to a line: sell less of it, or at another price. */
export type LineLimits = { least: number; isPriceFixed: boolean }

const unlimited: LineLimits = { least: 0, isPriceFixed: false }

type ItemsProps = {
  lines: readonly DraftLine[]
  onChange: (lines: DraftLine[]) => void
  /** Of the prices of the products; null while it is not known. */
  currency: string | null
  /** The limits of a line by its id; without it there are none. */
  limitsOf?: (id: string) => LineLimits
}

/** What is ordered: products by search, each with stock, quantity, price and discount. */
export function ItemFields({ lines, onChange, currency, limitsOf = () => unlimited }: ItemsProps) {
  const t = useTranslations('newOrder.items')
  const stockText = useStockText(lines.map(({ code }) => code))
  const change = (id: string, changes: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...changes } : line)))
  const add = (sku: Sku) => {
    const id = String(Math.max(0, ...lines.map((line) => Number(line.id) || 0)) + 1)
    const price = { listPrice: sku.price, price: sku.price }
    onChange([...lines, { id, code: sku.code, name: sku.name, quantity: 1, ...price, discount: null, reason: '' }])
  }
  return (
    <Stack gap="sm">
      <ProductPicker currency={currency} onPick={add} />
      <Stack component="ul" gap="md" p={0} m={0} aria-label={t('table')} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <ItemRow
            key={line.id}
            line={line}
            stock={stockText(line.code)}
            limits={limitsOf(line.id)}
            onChange={(changes) => change(line.id, changes)}
            onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
          />
        ))}
      </Stack>
    </Stack>
  )
}

type RowProps = {
  line: DraftLine
  /** How many are available; null: that is not known. */
  stock: string | null
  limits: LineLimits
  onChange: (changes: Partial<DraftLine>) => void
  onRemove: () => void
}

function ItemRow({ line, stock, limits: { least, isPriceFixed }, onChange, onRemove }: RowProps) {
  const t = useTranslations('newOrder.items')
  const item = line.name
  const label = (field: string) => ({ label: field, 'aria-label': t('of', { field, item }) })
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {item}
          <Text span size="xs" c="dimmed" ml="xs">
            {[line.code, stock].filter(Boolean).join(' · ')}
          </Text>
        </Text>
        {least > 0 ? null : <CloseButton size="sm" aria-label={t('remove', { item })} onClick={onRemove} />}
      </Group>
      <Group align="flex-end" gap="sm">
        <NumberField
          {...label(t('quantity'))}
          w={90}
          min={least}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <NumberField
          {...label(t('price'))}
          w={120}
          min={0}
          disabled={isPriceFixed}
          value={line.price}
          onChange={(price) => onChange({ price })}
        />
        <NumberField
          {...label(t('discount'))}
          w={110}
          min={0}
          max={100}
          disabled={isPriceFixed}
          value={line.discount}
          onChange={(discount) => onChange({ discount })}
        />
        {needsReason(line) ? (
          <TextInput
            {...label(t('reason'))}
            required
            style={{ flex: 1 }}
            miw={160}
            value={line.reason}
            onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          />
        ) : null}
      </Group>
    </Stack>
  )
}
