import { Autocomplete } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKnownStores } from './use-known-stores.ts'

/** Chooses a store by its id; empty means all. What is typed counts when the field is left, or by Enter. */
export function StoreField({ store, onChange }: { store: string; onChange: (store: string) => void }) {
  const t = useTranslations('money.filters')
  const [typed, setTyped] = useState(store)
  const stores = useKnownStores()
  useEffect(() => setTyped(store), [store])
  const say = (value: string) => {
    if (value.trim() !== store) onChange(value.trim())
  }
  return (
    <Autocomplete
      size="xs"
      w={180}
      label={t('store')}
      placeholder={t('allStores')}
      data={[...stores]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={say}
      onBlur={() => say(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') say(typed)
      }}
      clearable
      onClear={() => say('')}
      clearButtonProps={{ 'aria-label': t('clearStore') }}
    />
  )
}
