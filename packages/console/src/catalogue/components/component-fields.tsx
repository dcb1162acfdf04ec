import { ActionIcon, Checkbox, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import type { ComponentRow } from './component-edit.ts'
import { componentTree, type KnownProducts, nodeName } from './component-tree.ts'

type FieldsProps = {
  row: ComponentRow
  known: KnownProducts
  isBundle: boolean
  /** Why the API refused it. */
  error: string | null
  onChange: (row: ComponentRow) => void
  onRemove: () => void
}

/** One component in the form: how many units of what, and the way to remove it. */
export function ComponentFields({ row, known, isBundle, error, onChange, onRemove }: FieldsProps) {
  const t = useTranslations('catalogue.components')
  const [node] = componentTree([{ ...row, quantity: row.quantity ?? 0 }], known)
  const name = nodeName(node ?? { ...row, name: row.componentName })
  return (
    <li>
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {[row.skuId ?? row.productId, row.options.length === 0 ? null : t('edit.options', { count: row.options.length })]
              .filter((part) => part !== null)
              .join(' · ')}
          </Text>
          {isBundle ? (
            <Checkbox
              size="xs"
              mt={4}
              label={t('required')}
              aria-label={t('edit.requiredOf', { name })}
              checked={row.isRequired}
              onChange={({ currentTarget }) => onChange({ ...row, isRequired: currentTarget.checked })}
            />
          ) : null}
        </div>
        <Group gap="xs" wrap="nowrap">
          <NumberField
            size="xs"
            w={96}
            aria-label={t('edit.quantityOf', { name })}
            min={0}
            decimalScale={6}
            allowNegative={false}
            value={row.quantity}
            error={row.quantity === null || row.quantity <= 0}
            onChange={(quantity) => onChange({ ...row, quantity })}
          />
          <ActionIcon variant="default" size={30} aria-label={t('edit.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {error === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" lang="en">
          {error}
        </Text>
      )}
    </li>
  )
}
