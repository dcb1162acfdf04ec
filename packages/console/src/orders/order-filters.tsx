import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Popover,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { OrderSearchResult } from '@open-oms/client/types'
import { IconChevronDown, IconColumns } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { FacetFilter } from './facet-filter.tsx'
import { columnNames, firstColumns } from './order-columns.tsx'
import { type OrderView, sortOrders } from './order-view.ts'

type Facets = OrderSearchResult['facets']
export type ViewChange = (changes: { [Name in keyof OrderView]?: OrderView[Name] | undefined }) => void
type FiltersProps = { view: OrderView; facets: Facets; onChange: ViewChange }

/** Everything that narrows, sorts and arranges the list. */
export function OrderFilters({ view, facets, onChange }: FiltersProps) {
  const t = useTranslations('orders.filters')
  const words = useWords()
  const storeName = useStoreNames()
  const facetValues = (type: Facets[number]['facetType']) => facets.find(({ facetType }) => facetType === type)?.facets ?? []
  return (
    <Group gap="xs">
      <FilterField
        id="order-search"
        label={t('search')}
        value={view.text ?? ''}
        width={260}
        onChange={(text) => onChange({ text })}
      />
      <StatusFilter view={view} values={facetValues('SelectedStatuses')} onChange={onChange} />
      <FacetFilter
        label={t('store')}
        values={facetValues('SelectedStores')}
        nameOf={storeName}
        chosen={view.store ?? []}
        onChange={(store) => onChange({ store })}
      />
      <FacetFilter
        label={t('type')}
        values={facetValues('OrderType')}
        chosen={view.type === undefined ? [] : [view.type]}
        // The search takes one type: the one that was chosen last.
        onChange={(types) => onChange({ type: types.at(-1) })}
      />
      <FacetFilter
        label={t('payment')}
        values={facetValues('PaymentStatuses')}
        nameOf={(value) => words('orderPaymentStatuses', value)}
        chosen={view.payment ?? []}
        onChange={(payment) => onChange({ payment })}
      />
      <FacetFilter
        label={t('fulfilment')}
        values={facetValues('FulfilmentStatuses')}
        nameOf={(value) => words('fulfilmentStatuses', value)}
        chosen={view.fulfilment ?? []}
        onChange={(fulfilment) => onChange({ fulfilment })}
      />
      <DayFilter view={view} onChange={onChange} />
      {view.picker === undefined ? null : (
        <Toggle isOn label={t('picker', { name: view.picker })} onChange={() => onChange({ picker: undefined })} />
      )}
      <Button.Group>
        <Toggle isOn={view.errors === true} label={t('errors')} onChange={(errors) => onChange({ errors })} />
        <Toggle isOn={view.holds === true} label={t('holds')} onChange={(holds) => onChange({ holds })} />
        <Toggle isOn={view.pickable === true} label={t('pickable')} onChange={(pickable) => onChange({ pickable })} />
      </Button.Group>
      <NativeSelect
        size="xs"
        aria-label={t('sort')}
        value={view.sort ?? 'CreatedDescending'}
        onChange={({ currentTarget }) => onChange({ sort: sortOrders.find((order) => order === currentTarget.value) })}
        data={sortOrders.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
      <ColumnChoice view={view} onChange={onChange} />
    </Group>
  )
}

function StatusFilter({ view, values, onChange }: { view: OrderView; values: Facets[number]['facets']; onChange: ViewChange }) {
  const t = useTranslations('orders.filters')
  const nameOf = useStatusNames()
  const [isExcluding, setExcluding] = useState(view.status === undefined && view.notStatus !== undefined)
  const chosen = (isExcluding ? view.notStatus : view.status) ?? []
  const choose = (statuses: string[]) => onChange(isExcluding ? { notStatus: statuses } : { status: statuses })
  return (
    <FacetFilter
      label={t('status')}
      values={values}
      chosen={chosen}
      nameOf={(status) => nameOf(status)}
      count={(view.status?.length ?? 0) + (view.notStatus?.length ?? 0)}
      onChange={choose}
      above={
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('statusMode')}
          value={isExcluding ? 'not' : 'is'}
          onChange={(mode) => setExcluding(mode === 'not')}
          data={[
            { value: 'is', label: t('isOneOf') },
            { value: 'not', label: t('isNoneOf') },
          ]}
        />
      }
    />
  )
}

function DayFilter({ view, onChange }: { view: OrderView; onChange: ViewChange }) {
  const t = useTranslations('orders.filters')
  const isOn = view.from !== undefined || view.to !== undefined
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="xs" variant={isOn ? 'light' : 'default'} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {t('created')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('created')}>
        <Stack gap="xs">
          <TextInput
            type="date"
            size="xs"
            label={t('from')}
            value={view.from ?? ''}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            size="xs"
            label={t('to')}
            value={view.to ?? ''}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Toggle({ isOn, label, onChange }: { isOn: boolean; label: string; onChange: (isOn: boolean) => void }) {
  return (
    <Button size="xs" variant={isOn ? 'light' : 'default'} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {label}
    </Button>
  )
}

function ColumnChoice({ view, onChange }: { view: OrderView; onChange: ViewChange }) {
  const t = useTranslations('orders')
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={t('filters.columns')} visibleFrom="sm">
          <IconColumns size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.columns')}>
        <ScrollArea.Autosize mah={320}>
          <Checkbox.Group value={[...(view.columns ?? firstColumns)]} onChange={(columns) => onChange({ columns })}>
            <Stack gap="xs">
              <Text size="xs" c="dimmed">
                {t('filters.columns')}
              </Text>
              {columnNames.map((name) => (
                <Checkbox key={name} size="xs" value={name} label={t(`columns.${name}`)} disabled={name === 'number'} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
