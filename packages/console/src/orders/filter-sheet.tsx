import { Button, Checkbox, Drawer, Group, NativeSelect, Stack, TagsInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { NumberField } from '../display/number-field.tsx'
import { useMay } from '../session/use-session.ts'
import { BasicFilters } from './basic-filters.tsx'
import { isFieldSort } from './field-columns.ts'
import { type FiltersProps, facetValues } from './filters-props.ts'
import { sortOrders, stockStatuses } from './order-view.ts'
import { SheetFields } from './sheet-fields.tsx'
import { TypedField } from './typed-field.tsx'

type SheetProps = FiltersProps & {
  /** True: it also has the filters that are beside the list elsewhere, and the sort order. */
  isNarrow: boolean
  onClose: () => void
}

const flags = ['pickable', 'holds', 'errors', 'urgent', 'expiring'] as const

/** All filters that the list has no room for. They narrow it at once. */
export function FilterSheet({ view, facets, onChange, isNarrow, onClose }: SheetProps) {
  const t = useTranslations('orders.filters')
  const maySeeCustomers = useMay()('seeCustomers')
  const sorts = sortOrders.filter((order) => maySeeCustomers || !order.startsWith('CustomerName'))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : 360}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        {isNarrow ? (
          <>
            <Group gap="xs">
              <BasicFilters {...{ view, facets, onChange }} />
            </Group>
            <NativeSelect
              label={t('sort')}
              value={isFieldSort(view.sort) ? '' : (view.sort ?? 'CreatedDescending')}
              onChange={({ currentTarget }) => onChange({ sort: sortOrders.find((order) => order === currentTarget.value) })}
              data={[
                ...(isFieldSort(view.sort) ? [{ value: '', label: '–' }] : []),
                ...sorts.map((value) => ({ value, label: t(`sorts.${value}`) })),
              ]}
            />
          </>
        ) : null}
        <Stack gap="xs" role="group" aria-label={t('only')}>
          {flags.map((name) => (
            <Checkbox
              key={name}
              label={t(name)}
              checked={view[name] === true}
              onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
            />
          ))}
        </Stack>
        <Values {...{ view, facets, onChange }} />
        <Amounts {...{ view, facets, onChange }} />
        <SheetFields {...{ view, onChange }} />
        <Button variant="default" onClick={onClose}>
          {t('show')}
        </Button>
      </Stack>
    </Drawer>
  )
}

/** The filters by words: some of them are known, others are typed. */
function Values({ view, facets, onChange }: FiltersProps) {
  const t = useTranslations('orders.filters')
  const names = useConfiguredNames()
  const maySeeCustomers = useMay()('seeCustomers')
  const known = (type: 'Tags' | 'ShippingMethodNames') => facetValues(facets, type).flatMap(({ value }) => value ?? [])
  const lists = [
    { name: 'tag', data: known('Tags') },
    { name: 'method', data: known('ShippingMethodNames') },
    { name: 'warehouse', data: [] },
    { name: 'product', data: [] },
    { name: 'hold', data: [] },
  ] as const
  return (
    <>
      {lists.map(({ name, data }) => (
        <TagsInput
          key={name}
          label={t(name)}
          data={[...data]}
          value={view[name] ?? []}
          onChange={(values) => onChange({ [name]: values })}
          acceptValueOnBlur
          comboboxProps={{ withinPortal: true }}
        />
      ))}
      {maySeeCustomers ? (
        <TypedField label={t('customer')} value={view.customer ?? ''} onChange={(customer) => onChange({ customer })} />
      ) : null}
      <TypedField label={t('customerId')} value={view.customerId ?? ''} onChange={(customerId) => onChange({ customerId })} />
      <Checkbox.Group label={t('stock')} value={view.stock ?? []} onChange={(stock) => onChange({ stock })}>
        <Stack gap="xs" mt={4}>
          {stockStatuses.map((value) => (
            <Checkbox key={value} value={value} label={t(`stocks.${value}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={t('type')}
        value={view.type ?? ''}
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
        data={[{ value: '', label: t('anyType') }, ...(names?.orderTypes.map(({ name }) => name) ?? [])]}
      />
    </>
  )
}

function Amounts({ view, onChange }: FiltersProps) {
  const t = useTranslations('orders.filters')
  return (
    <Group grow align="flex-end">
      <NumberField
        label={t('totalFrom')}
        value={view.totalFrom ?? null}
        onChange={(value) => onChange({ totalFrom: value ?? undefined })}
      />
      <NumberField
        label={t('totalTo')}
        value={view.totalTo ?? null}
        onChange={(value) => onChange({ totalTo: value ?? undefined })}
      />
    </Group>
  )
}
