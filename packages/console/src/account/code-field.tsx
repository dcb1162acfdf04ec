import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** Asks for the code of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const t = useTranslations('account.code')
  return (
    <TextInput
      label={t('label')}
      description={t('description')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
