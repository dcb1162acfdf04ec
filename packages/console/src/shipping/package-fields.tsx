import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { useLineTitles } from '../order/use-line-products.ts'
import { newPackage, type PackageDraft } from './tracking.ts'
import type { ShipmentLine } from './units.ts'

type FieldsProps = {
  lines: readonly ShipmentLine[]
  packages: readonly PackageDraft[]
  onChange: (packages: readonly PackageDraft[]) => void
}

/** The parcels of a shipment, each with what is in it. */
export function PackageFields({ lines, packages, onChange }: FieldsProps) {
  const t = useTranslations('shipping.packages')
  const replaced = (changed: PackageDraft) => packages.map((one) => (one.key === changed.key ? changed : one))
  return (
    <Stack gap="sm">
      {packages.map((one, index) => (
        <Fieldset key={one.key} legend={t('one', { number: index + 1 })} p="sm">
          <Parcel lines={lines} parcel={one} number={index + 1} onChange={(changed) => onChange(replaced(changed))} />
          <Button
            size="compact-xs"
            variant="default"
            mt="sm"
            onClick={() => onChange(packages.filter(({ key }) => key !== one.key))}
          >
            {t('remove', { number: index + 1 })}
          </Button>
        </Fieldset>
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => onChange([...packages, newPackage(packages)])}>
          {t('add')}
        </Button>
      </Group>
    </Stack>
  )
}

type ParcelProps = {
  lines: readonly ShipmentLine[]
  parcel: PackageDraft
  number: number
  onChange: (parcel: PackageDraft) => void
}

function Parcel({ lines, parcel, number, onChange }: ParcelProps) {
  const t = useTranslations('shipping.packages')
  const format = useFormat()
  const titleOf = useLineTitles(lines)
  return (
    <Stack gap="xs">
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label={t('tracking')}
          maxLength={250}
          value={parcel.trackingNumber}
          onChange={({ currentTarget }) => onChange({ ...parcel, trackingNumber: currentTarget.value })}
        />
        <NumberField
          label={t('weight')}
          min={0}
          allowNegative={false}
          decimalScale={3}
          value={parcel.weightInKg}
          onChange={(weightInKg) => onChange({ ...parcel, weightInKg })}
        />
      </Group>
      <TextInput
        label={t('goods')}
        maxLength={1_000}
        value={parcel.goodsDescription}
        onChange={({ currentTarget }) => onChange({ ...parcel, goodsDescription: currentTarget.value })}
      />
      <Text size="sm" fw={500}>
        {t('contents')}
      </Text>
      {lines.map((line) => {
        const name = titleOf(line)
        return (
          <Group key={line.lineItemId} justify="space-between" wrap="nowrap">
            <Text size="sm">{t('line', { name, count: format.quantity(line.quantity) })}</Text>
            <NumberField
              w={110}
              miw={110}
              size="xs"
              aria-label={t('of', { name, number })}
              min={0}
              max={line.quantity}
              allowNegative={false}
              decimalScale={3}
              value={parcel.contents[line.lineItemId] ?? null}
              onChange={(units) => onChange({ ...parcel, contents: { ...parcel.contents, [line.lineItemId]: units } })}
            />
          </Group>
        )
      })}
    </Stack>
  )
}
