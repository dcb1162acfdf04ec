import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useChosenStore } from '../configuration/use-chosen-store.ts'

/** Limits what is shown to one store; nothing for who has one alone. */
export function StoreSwitcher(props: Pick<NativeSelectProps, 'visibleFrom' | 'hiddenFrom' | 'mb'>) {
  const t = useTranslations('shell')
  const { store, stores, choose } = useChosenStore()
  if (stores.length < 2) return null
  return (
    <NativeSelect
      {...props}
      size="xs"
      aria-label={t('store')}
      value={store ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value || null)}
      data={[{ value: '', label: t('allStores') }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  )
}
