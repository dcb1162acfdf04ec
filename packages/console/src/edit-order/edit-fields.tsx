import { Checkbox, Fieldset, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { type AddressKind, addressFields, customerFields, deliveredTogether, type Edit, type FieldName } from './order-edit.ts'

type EditFieldsProps = { order: Order; edit: Edit; onChange: (edit: Edit) => void }

/** The fields of an order that a person can change. */
export function EditFields({ order, edit, onChange }: EditFieldsProps) {
  const t = useTranslations('editOrder')
  const shipments = deliveredTogether(order).length
  const addresses: AddressKind[] = shipments === 0 ? ['billing'] : ['billing', 'delivery']
  const set = (name: FieldName, value: string) => onChange({ ...edit, fields: { ...edit.fields, [name]: value } })
  return (
    <>
      <Fieldset legend={t('groups.customer')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {customerFields.map((name, index) => (
            <TextInput
              key={name}
              label={t(`fields.${name}`)}
              value={edit.fields[name]}
              onChange={({ currentTarget }) => set(name, currentTarget.value)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      {addresses.map((kind) => (
        <Fieldset key={kind} legend={t(`groups.${kind}`)}>
          {kind === 'delivery' && shipments > 1 ? <Text size="sm">{t('severalShipments', { count: shipments })}</Text> : null}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
            {addressFields.map((field) => (
              <TextInput
                key={field}
                label={t(`address.${field}`)}
                value={edit.fields[`${kind}.${field}`]}
                onChange={({ currentTarget }) => set(`${kind}.${field}`, currentTarget.value)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      ))}
      <Fieldset legend={t('groups.marks')}>
        <Stack gap="xs">
          <TagsInput
            label={t('tags')}
            description={t('tagsHelp')}
            value={[...edit.tags]}
            onChange={(tags) => onChange({ ...edit, tags })}
          />
          <Checkbox
            label={t('isPriority')}
            checked={edit.isPriority}
            onChange={({ currentTarget }) => onChange({ ...edit, isPriority: currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
    </>
  )
}
