import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** The currency of a limit, by its ISO 4217 code. */
export function CurrencyInput({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const t = useTranslations('stored.rows')
  return (
    <TextInput
      label={t('currency')}
      required
      w={110}
      maxLength={3}
      pattern="[A-Z]{3}"
      title={t('currencyHelp')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
