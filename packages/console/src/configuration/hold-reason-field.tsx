import { NativeSelect, TextInput } from '@mantine/core'
import { useConfiguredNames } from './use-configured-names.ts'
import { useHoldReasons } from './use-hold-reasons.ts'

/** What a reason code may consist of (docs/reference/behaviour/holds.md#holds). */
const REASON_CODE = '[A-Za-z0-9._\\-]{1,64}'

type HoldReasonProps = { label: string; description: string; value: string; onChange: (reasonCode: string) => void }

/** Why an order is held: one of the reasons that are configured, or a code of the person's own. */
export function HoldReasonField({ description, value, onChange, ...props }: HoldReasonProps) {
  const nameOf = useHoldReasons()
  const reasons = useConfiguredNames()?.holdReasons ?? []
  if (reasons.length > 0)
    return (
      <NativeSelect
        {...props}
        required
        data-autofocus
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[{ value: '', label: '–' }, ...reasons.map(({ code }) => ({ value: code, label: nameOf(code) }))]}
      />
    )
  return (
    <TextInput
      {...props}
      description={description}
      required
      maxLength={64}
      pattern={REASON_CODE}
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
