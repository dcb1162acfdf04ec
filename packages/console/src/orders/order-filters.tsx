import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconColumns, IconFilter, IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { type DeclaredField, useDeclaredFields } from '../declared-fields/use-declared-fields.ts'
import { useMay } from '../session/use-session.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { BasicFilters } from './basic-filters.tsx'
import { columnNames, columnPresets, firstColumns, presetNames } from './column-names.ts'
import { fieldColumn } from './field-columns.ts'
import type { FiltersProps } from './filters-props.ts'
import type { OrderView } from './order-view.ts'

/** The filters that are in the sheet, and beside the list only while they narrow it. */
const sheetFilters = [
  'pickable',
  'holds',
  'errors',
  'urgent',
  'expiring',
  'hold',
  'tag',
  'method',
  'warehouse',
  'product',
  'stock',
  'customer',
  'customerId',
  'totalFrom',
  'totalTo',
  'type',
  'field',
] as const satisfies readonly (keyof OrderView)[]
type SheetFilter = (typeof sheetFilters)[number] | 'picker'

/** What a filter of the sheet is called with its value. */
function useFilterLabels(): (name: SheetFilter, view: OrderView) => string {
  const t = useTranslations('orders.filters')
  const fields = useDeclaredFields('order')
  return (name, view) => {
    const value = view[name]
    if (value === true) return t(name as 'pickable')
    if (name === 'picker') return t('picker', { name: view.picker ?? '' })
    const names = Array.isArray(value) ? value : [String(value)]
    if (name === 'field') return names.map((one) => labelled(one, fields)).join(', ')
    const shown = name === 'stock' ? names.map((one) => t(`stocks.${one as 'InStock'}`)) : names
    return t('valued', { filter: t(name as 'tag'), values: shown.join(', ') })
  }
}

/** `deliveryDay>=2026-12-24` as people read it. */
function labelled(filter: string, fields: readonly DeclaredField[]): string {
  const [key = '', value = ''] = filter.split(/[<>]?=(.*)/s)
  const field = fields.find((one) => one.key === key)
  const operator = filter[key.length] === '>' ? '≥ ' : filter[key.length] === '<' ? '≤ ' : ''
  const shown = field?.choices.find((choice) => choice.value === value)?.label ?? value
  return `${field?.label ?? key}: ${operator}${shown}`
}

// Needed when it is opened; the first load has a budget.
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** Everything that narrows and arranges the list; on a phone in a sheet but for the search. */
export function OrderFilters({ view, facets, onChange }: FiltersProps) {
  const t = useTranslations('orders.filters')
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, sheet] = useDisclosure()
  const searched = useMay()('seeCustomers') ? 'text' : 'number'
  const count = sheetFilters.filter((name) => view[name] !== undefined).length + (isNarrow ? countBasic(view) : 0)
  return (
    <>
      <Group gap="xs" wrap={isNarrow ? 'nowrap' : 'wrap'}>
        <FilterField
          id="order-search"
          label={t(searched === 'text' ? 'search' : 'searchNumber')}
          value={view[searched] ?? ''}
          width={240}
          onChange={(typed) => onChange({ [searched]: typed })}
        />
        {isNarrow ? null : <BasicFilters view={view} facets={facets} onChange={onChange} />}
        <Button
          size="xs"
          flex="none"
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={sheet.open}
        >
          {t(isNarrow ? 'open' : 'more')}
          {count > 0 ? ` (${count})` : ''}
        </Button>
        <ColumnChoice view={view} onChange={onChange} />
      </Group>
      <ChosenFilters view={view} onChange={onChange} />
      <Suspense>{isOpen ? <FilterSheet {...{ view, facets, onChange, isNarrow }} onClose={sheet.close} /> : null}</Suspense>
    </>
  )
}

function countBasic({ status, notStatus, store, payment, fulfilment, from, to }: OrderView): number {
  return [status, notStatus, store, payment, fulfilment, from ?? to].filter((value) => value !== undefined).length
}

/** What of the sheet narrows the list, each with the way to remove it. */
function ChosenFilters({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  const t = useTranslations('orders.filters')
  const labelOf = useFilterLabels()
  const chosen = [...sheetFilters, 'picker' as const].filter((name) => view[name] !== undefined)
  if (chosen.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label={t('chosen')}>
      {chosen.map((name) => {
        const label = labelOf(name, view)
        return (
          <Button
            key={name}
            size="compact-xs"
            variant="light"
            rightSection={<IconX size={12} aria-hidden />}
            aria-label={t('remove', { filter: label })}
            onClick={() => onChange({ [name]: undefined })}
          >
            {label}
          </Button>
        )
      })}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onChange(Object.fromEntries(chosen.map((name) => [name, undefined])))}
      >
        {t('clearAll')}
      </Button>
    </Group>
  )
}

/** The columns of the list: those of a kind of work, or any. */
function ColumnChoice({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  const t = useTranslations('orders')
  const listed = useDeclaredFields('order').filter(({ inList }) => inList)
  const chosen = view.columns ?? firstColumns
  const preset = presetNames.find((name) => columnPresets[name].join() === chosen.join())
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={t('filters.columns')} visibleFrom="sm">
          <IconColumns size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.columns')}>
        <Stack gap="xs">
          <Group gap={6} maw={260}>
            {presetNames.map((name) => (
              <Button
                key={name}
                size="compact-sm"
                variant={name === preset ? 'light' : 'default'}
                aria-pressed={name === preset}
                onClick={() => onChange({ columns: name === 'usual' ? undefined : [...columnPresets[name]] })}
              >
                {t(`presets.${name}`)}
              </Button>
            ))}
          </Group>
          <div className="choice-list">
            <Checkbox.Group value={[...chosen]} onChange={(columns) => onChange({ columns })}>
              <Stack gap="xs">
                <Text size="xs" c="dimmed">
                  {t('filters.columns')}
                </Text>
                {columnNames.map((name) => (
                  <Checkbox key={name} size="xs" value={name} label={t(`columns.${name}`)} disabled={name === 'number'} />
                ))}
                {listed.map((field) => (
                  <Checkbox key={field.key} size="xs" value={fieldColumn(field)} label={field.label} />
                ))}
              </Stack>
            </Checkbox.Group>
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
