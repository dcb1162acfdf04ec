import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

type FieldProps = { id?: string; label: string; value: string; width: number; onChange: (value: string) => void }

/** A text that narrows a list, a moment after it was typed, or by Enter. */
export function FilterField({ id, label, value, width, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value)
  const say = useDebouncedCallback(onChange, 250)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      {...(id === undefined ? {} : { id })}
      size="xs"
      type="search"
      w={{ base: '100%', xs: width }}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        say(currentTarget.value.trim())
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') say.flush()
      }}
      // Who follows a link of the list before the moment is over must not be brought back to it.
      onBlur={() => say.flush()}
    />
  )
}
