import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useLocale } from 'use-intl'

type NumberFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'decimalSeparator' | 'allowedDecimalSeparators'> & {
  /** Null: nothing that is a number. */
  value: number | null
  onChange: (value: number | null) => void
}

/**
 * A field for a number, which is written as in the language of the person. With `selectAllOnFocus`
 * a click selects all of it too: in the field that has the focus already, what is typed would stand
 * beside the number that is there.
 */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const isNorwegian = useLocale().startsWith('nb')
  return (
    <NumberInput
      {...props}
      {...(props.selectAllOnFocus ? { onClick: ({ currentTarget }) => selectLater(currentTarget) } : {})}
      decimalSeparator={isNorwegian ? ',' : '.'}
      allowedDecimalSeparators={[',', '.']}
      value={value ?? ''}
      onChange={(entered) => onChange(typeof entered === 'number' ? entered : null)}
    />
  )
}

/** After the field has put the caret where it was clicked. */
function selectLater(field: HTMLInputElement): void {
  setTimeout(() => field.select())
}
