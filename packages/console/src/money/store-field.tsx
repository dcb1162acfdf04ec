import { Autocomplete } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useKnownStores } from './use-known-stores.ts'

/**
 * Chooses a store by its name or its id; empty means all. What is typed counts when the field is
 * left, or by Enter.
 */
export function StoreField({ store, onChange }: { store: string; onChange: (store: string) => void }) {
  const t = useTranslations('money.filters')
  const ids = useKnownStores()
  const nameOf = useStoreNames()
  const name = nameOf(store)
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
  const say = (text: string) => {
    const meant = text.trim()
    const chosen = ids.find((id) => nameOf(id).toLowerCase() === meant.toLowerCase()) ?? meant
    setTyped(nameOf(chosen))
    if (chosen !== store) onChange(chosen)
  }
  return (
    <Autocomplete
      size="xs"
      w={180}
      label={t('store')}
      placeholder={t('allStores')}
      data={[...new Set(ids.map(nameOf))].sort()}
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
