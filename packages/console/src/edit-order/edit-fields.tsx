import { Button, Checkbox, Fieldset, NativeSelect, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useLocale, useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import type { OrderPart } from '../order/order-action.ts'
import { countryChoices } from './countries.ts'
import { type AddressKind, addressFields, customerFields, deliveredTogether, type Edit, type FieldName } from './order-edit.ts'

type EditFieldsProps = {
  order: Order
  /** The only part to edit; undefined: all of them. */
  part: OrderPart | undefined
  edit: Edit
  onChange: (edit: Edit) => void
}

/** The fields of an order that a person can change. */
export function EditFields({ order, part, edit, onChange }: EditFieldsProps) {
  const isShown = (one: OrderPart) => part === undefined || part === one
  const hasShipments = deliveredTogether(order).length > 0
  const set = (fields: Partial<Edit['fields']>) => onChange({ ...edit, fields: { ...edit.fields, ...fields } })
  return (
    <>
      {isShown('customer') ? <CustomerFields edit={edit} onSet={set} /> : null}
      {isShown('billing') ? <AddressFields order={order} kind="billing" edit={edit} onSet={set} /> : null}
      {isShown('delivery') && hasShipments ? <AddressFields order={order} kind="delivery" edit={edit} onSet={set} /> : null}
      {isShown('marks') ? <MarkFields edit={edit} onChange={onChange} /> : null}
    </>
  )
}

type PartProps = { edit: Edit; onSet: (fields: Partial<Edit['fields']>) => void }

function CustomerFields({ edit, onSet }: PartProps) {
  const t = useTranslations('editOrder')
  return (
    <Fieldset legend={t('groups.customer')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {customerFields.map((name, index) => (
          <TextInput
            key={name}
            label={t(`fields.${name}`)}
            value={edit.fields[name]}
            onChange={({ currentTarget }) => onSet({ [name]: currentTarget.value })}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

function AddressFields({ order, kind, edit, onSet }: PartProps & { order: Order; kind: AddressKind }) {
  const t = useTranslations('editOrder')
  const locale = useLocale()
  const shipments = deliveredTogether(order).length
  const other = kind === 'billing' ? 'delivery' : 'billing'
  const copy = () =>
    onSet(Object.fromEntries(addressFields.map((field) => [`${kind}.${field}`, edit.fields[`${other}.${field}`]])))
  return (
    <Fieldset legend={t(`groups.${kind}`)}>
      {kind === 'delivery' && shipments > 1 ? <Text size="sm">{t('severalShipments', { count: shipments })}</Text> : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {addressFields.map((field) => {
          const name: FieldName = `${kind}.${field}`
          const value = edit.fields[name]
          return field === 'countryCode' ? (
            <NativeSelect
              key={field}
              label={t('address.countryCode')}
              value={value}
              data={countryChoices(locale, value)}
              onChange={({ currentTarget }) => onSet({ [name]: currentTarget.value })}
            />
          ) : (
            <TextInput
              key={field}
              label={t(`address.${field}`)}
              value={value}
              onChange={({ currentTarget }) => onSet({ [name]: currentTarget.value })}
            />
          )
        })}
      </SimpleGrid>
      {shipments === 0 ? null : (
        <Button mt="xs" size="xs" variant="default" onClick={copy}>
          {t(`sameAs.${other}`)}
        </Button>
      )}
    </Fieldset>
  )
}

function MarkFields({ edit, onChange }: Pick<EditFieldsProps, 'edit' | 'onChange'>) {
  const t = useTranslations('editOrder')
  const offered = useConfiguredNames()?.tags.map(({ name }) => name) ?? []
  return (
    <Fieldset legend={t('groups.marks')}>
      <Stack gap="xs">
        <TagsInput
          label={t('tags')}
          description={t('tagsHelp')}
          value={[...edit.tags]}
          data={offered}
          onChange={(tags) => onChange({ ...edit, tags })}
        />
        <Checkbox
          label={t('isPriority')}
          checked={edit.isPriority}
          onChange={({ currentTarget }) => onChange({ ...edit, isPriority: currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  )
}
