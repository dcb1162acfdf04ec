import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import type { Format } from '../display/format.ts'

type Configured = NonNullable<ReturnType<typeof useConfiguredNames>>['fields'][number]
/** A declared field with its names in the language of the person. */
export type DeclaredField = Omit<Configured, 'en' | 'nb' | 'choices'> & {
  label: string
  choices: { value: string; label: string }[]
}

/** The fields that are declared for a place; none before they are known. */
export function useDeclaredFields(place: Configured['on']): readonly DeclaredField[] {
  const fields = useConfiguredNames()?.fields
  const isNorwegian = useLocale().startsWith('nb')
  return useMemo(() => {
    const label = (names: { en: string; nb: string }) => (isNorwegian ? names.nb : names.en)
    return (fields ?? [])
      .filter(({ on }) => on === place)
      .map(({ en, nb, choices, ...field }) => ({
        ...field,
        label: label({ en, nb }),
        choices: choices.map((choice) => ({ value: choice.value, label: label(choice) })),
      }))
  }, [fields, isNorwegian, place])
}

type Words = { yes: string; no: string }

/** A value as people read it; one that is not of the type of its field as it is. */
export function fieldText({ type, choices }: DeclaredField, value: string, { format, words }: { format: Format; words: Words }) {
  if (type === 'choice') return choices.find((choice) => choice.value === value)?.label ?? value
  if (type === 'boolean') return value === 'true' ? words.yes : value === 'false' ? words.no : value
  if (type === 'date') return Number.isNaN(Date.parse(value)) ? value : format.day(`${value}T12:00:00Z`)
  return type === 'number' && value.trim() !== '' && Number.isFinite(Number(value)) ? format.quantity(Number(value)) : value
}
