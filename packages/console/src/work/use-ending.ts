import type { DeadLetter } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { deadLettersKey, type EndAction, type EndResult, endDeadLetter } from './dead-letter-queries.ts'
import type { LetterService } from './dead-letter-view.ts'

/** What was done with a dead letter; without an ending it is still to be done. */
export type EndedLetter = { letter: DeadLetter; ending: EndResult | null }
export type Endings = { action: EndAction; letters: readonly EndedLetter[] }

/**
 * Replays or drops dead letters of a service one after the other, and knows what has become of each
 * of the last ones.
 */
export function useEnding(service: LetterService) {
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const [endings, setEndings] = useState<Endings | null>(null)
  const end = async (action: EndAction, letters: readonly DeadLetter[]) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const ended: EndedLetter[] = letters.map((letter) => ({ letter, ending: null }))
    setEndings({ action, letters: [...ended] })
    for (const [index, letter] of letters.entries()) {
      ended[index] = { letter, ending: await endDeadLetter(service, action, letter) }
      setEndings({ action, letters: [...ended] })
    }
    isUnderWay.current = false
    await queries.invalidateQueries({ queryKey: deadLettersKey })
  }
  return {
    endings,
    isRunning: endings?.letters.some(({ ending }) => ending === null) ?? false,
    end,
    forget: () => setEndings(null),
  }
}
