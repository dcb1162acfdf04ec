import { useTranslations } from 'use-intl'
import { type AddressField, type AddressKind, type CustomerField, customerFields, type FieldName } from './order-edit.ts'

/** The name of a field with the address that it is of, for people. */
export function useFieldLabel(): (name: FieldName) => string {
  const t = useTranslations('editOrder')
  return (name) => {
    if ((customerFields as readonly string[]).includes(name)) return t(`fields.${name as CustomerField}`)
    const [kind, field] = name.split('.') as [AddressKind, AddressField]
    return t('ofAddress', { group: t(`groups.${kind}`), field: t(`address.${field}`) })
  }
}
