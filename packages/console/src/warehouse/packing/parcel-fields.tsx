import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import { useFormat } from '../../display/use-format.ts'
import type { PickTask } from '../picking/pick-task.ts'
import { emptyParcel, moveUnits, unitsIn } from './parcels.ts'

type Line = PickTask['shipment']['lines'][number]
type FieldsProps = { task: PickTask; titleOf: (line: Line) => string; onChange: (task: PickTask) => void }

/** The parcels that the picked goods go into: one for all of them, or several. */
export function ParcelFields({ task, titleOf, onChange }: FieldsProps) {
  const t = useTranslations('warehouse.parcels')
  const { parcels } = task
  const last = parcels.length
  return (
    <Stack component="section" gap="sm" className="pick-row" aria-label={t('title')}>
      <Title order={2} size="h4">
        {t('title')}
      </Title>
      {parcels.map((_parcel, index) => (
        <ParcelRow key={String(index)} {...{ task, titleOf, index, onChange }} />
      ))}
      <Group gap="xs">
        <Button size="md" variant="default" onClick={() => onChange({ ...task, parcels: [...parcels, emptyParcel] })}>
          {t('add')}
        </Button>
        {last === 1 ? null : (
          <Button size="md" variant="default" onClick={() => onChange({ ...task, parcels: parcels.slice(0, -1) })}>
            {t('remove', { number: last })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function ParcelRow({ task, titleOf, index, onChange }: FieldsProps & { index: number }) {
  const t = useTranslations('warehouse.parcels')
  const { parcels, shipment } = task
  const weigh = (weightInKg: number | null) =>
    onChange({ ...task, parcels: parcels.map((one, at) => (at === index ? { ...one, weightInKg } : one)) })
  return (
    <Stack gap={4}>
      <NumberField
        size="md"
        w={200}
        label={t('weight', { number: index + 1 })}
        min={0}
        allowNegative={false}
        decimalScale={3}
        hideControls
        value={parcels[index]?.weightInKg ?? null}
        onChange={weigh}
      />
      {parcels.length === 1
        ? null
        : shipment.lines.map((line) => <ContentRow key={line.lineItemId} {...{ task, titleOf, index, line, onChange }} />)}
    </Stack>
  )
}

type ContentProps = FieldsProps & { index: number; line: Line }

/** How many of a line are in a parcel: the first has the rest, and is not counted by hand. */
function ContentRow({ task, titleOf, index, line, onChange }: ContentProps) {
  const t = useTranslations('warehouse.parcels')
  const format = useFormat()
  const units = unitsIn(task, index, line)
  const name = titleOf(line)
  const move = (by: number) => onChange(moveUnits(task, index, { line, units: by }))
  if (index === 0 && units === 0) return null
  return (
    <Group justify="space-between" wrap="nowrap" mih={44}>
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        {t('line', { count: format.quantity(units), name })}
      </Text>
      {index === 0 ? null : (
        <Group gap="xs" wrap="nowrap">
          <ActionIcon
            size={44}
            variant="default"
            aria-label={t('less', { name, number: index + 1 })}
            disabled={units === 0}
            onClick={() => move(-1)}
          >
            <IconMinus aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={44}
            variant="default"
            aria-label={t('more', { name, number: index + 1 })}
            disabled={unitsIn(task, 0, line) === 0}
            onClick={() => move(1)}
          >
            <IconPlus aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
