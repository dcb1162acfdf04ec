import { NumberInput } from '@mantine/core'
import { useLocale } from 'use-intl'

type NumberProps = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  max?: number
  min?: number
  decimals?: number
  suffix?: string
}

/** A number that may be absent, with the decimal sign of the language. */
export function NumberField({ label, value, onChange, decimals = 4, min = 0, ...others }: NumberProps) {
  const isNorwegian = useLocale().startsWith('nb')
  return (
    <NumberInput
      label={label}
      min={min}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={min < 0}
      decimalSeparator={isNorwegian ? ',' : '.'}
      allowedDecimalSeparators={[',', '.']}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      {...others}
    />
  )
}
