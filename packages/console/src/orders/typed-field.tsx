import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** A text that narrows the list a moment after it was typed. */
export function TypedField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const say = useDebouncedCallback(onChange, { delay: 250, flushOnUnmount: true })
  return (
    <TextInput
      label={label}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        say(currentTarget.value.trim())
      }}
    />
  )
}
