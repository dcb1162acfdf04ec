import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { useLineTitles } from '../order/use-line-products.ts'
import { allOpenEntries, openUnits, type ShipmentLine, unitsProblem, zeroEntries } from './units.ts'
import type { UnitsChoice } from './use-units.ts'

type FieldsProps = {
  units: UnitsChoice
  /** More about a line, such as what is free of it elsewhere. */
  noteOf?: (line: ShipmentLine) => string | null
}

/**
 * The shipment, where there are several to choose from, and a field for the units of each of its
 * open lines.
 */
export function UnitsFields({ units, noteOf }: FieldsProps) {
  const t = useTranslations('shipping.units')
  const { sources, source, lines, entered, choose, enter } = units
  const titleOf = useLineTitles(source.lineItems)
  return (
    <Stack gap="sm">
      {sources.length < 2 ? null : (
        <NativeSelect
          label={t('shipment')}
          value={source.shipmentId ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={sources.map(({ shipmentId, warehouseCode, orderStatus }) => ({
            value: shipmentId ?? '',
            label: [shipmentId, warehouseCode, orderStatus].filter((part) => part !== null).join(' · '),
          }))}
        />
      )}
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {t('title')}
        </Text>
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => enter(allOpenEntries(lines))}>
            {t('everything')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => enter(zeroEntries(lines))}>
            {t('nothing')}
          </Button>
        </Group>
      </Group>
      {lines.map((line, index) => (
        <UnitsField
          key={line.lineItemId}
          line={line}
          name={titleOf(line)}
          isFirst={index === 0}
          note={noteOf?.(line) ?? null}
          units={entered[line.lineItemId] ?? null}
          onChange={(count) => enter({ ...entered, [line.lineItemId]: count })}
        />
      ))}
    </Stack>
  )
}

type FieldProps = {
  line: ShipmentLine
  name: string
  isFirst: boolean
  note: string | null
  units: number | null
  onChange: (units: number | null) => void
}

function UnitsField({ line, name, isFirst, note, units, onChange }: FieldProps) {
  const t = useTranslations('shipping.units')
  const format = useFormat()
  const open = openUnits(line)
  const problem = unitsProblem(line, units)
  const facts = [line.displayName === null ? null : line.code, t('open', { count: format.quantity(open) }), note]
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed" className="figures">
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Text>
      </div>
      <NumberField
        w={130}
        miw={130}
        size="sm"
        aria-label={t('of', { name })}
        // The first: when the dialog opens, and when its form is loaded after that.
        data-autofocus={isFirst || undefined}
        autoFocus={isFirst}
        min={0}
        max={open}
        allowNegative={false}
        decimalScale={3}
        clampBehavior="none"
        selectAllOnFocus
        error={problem === null ? null : t(problem, { count: format.quantity(open) })}
        value={units}
        onChange={onChange}
      />
    </Group>
  )
}
