import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

/** A few lines on a phone. */
const SHOWN = 240

type ClampedProps = {
  text: string
  /** So many characters are shown at first. */
  max?: number
}

/**
 * A text of any length: one that would push everything else away is cut, with the way to see all of
 * it.
 */
export function ClampedText({ text, max = SHOWN }: ClampedProps) {
  const t = useTranslations('states')
  const [isWhole, setWhole] = useState(false)
  if (text.length <= max) return text
  return (
    <>
      <Text span inherit>
        {isWhole ? text : `${truncate(text, max)}…`}
      </Text>{' '}
      <Button variant="subtle" size="compact-xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {t(isWhole ? 'showLess' : 'showAll')}
      </Button>
    </>
  )
}

/** The beginning of a text, without half of a character. */
function truncate(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}
