import { NativeSelect, Textarea } from '@mantine/core'
import { useTranslations } from 'use-intl'

type ReasonsProps = {
  label: string
  /** The codes, with their names. */
  reasons: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** Why something is done: one of a list. */
export function ReasonField({ label, reasons, value, onChange }: ReasonsProps) {
  const t = useTranslations('payments')
  return (
    <NativeSelect
      label={label}
      required
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: t('choose') }, ...reasons]}
    />
  )
}

/** A remark that colleagues see. */
export function NoteField({ value, onChange }: Pick<ReasonsProps, 'value' | 'onChange'>) {
  const t = useTranslations('payments')
  return (
    <Textarea
      label={t('note')}
      autosize
      maxLength={1_000}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The text of a field without blanks around it; undefined where it is empty. */
export function filled(text: string): { note?: string } {
  const note = text.trim()
  return note === '' ? {} : { note }
}
