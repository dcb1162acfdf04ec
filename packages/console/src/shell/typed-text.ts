import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, useCallback, useEffect, useMemo, useRef } from 'react'

/** Text that a person writes: what they choose is quickly chosen again. */
const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file])'
/** What a field that makes tags of its text has made of it. */
const MADE_OF_TEXT = 'input[type=hidden]'
type Field = HTMLTextAreaElement | HTMLInputElement

const unsaved = new Set<() => boolean>()
const busy = new Set<object>()

/** Whether something is written in the window that would be lost with its page. */
export function isTextUnsaved(): boolean {
  return [...unsaved].some((hasText) => hasText())
}

/** Whether the page has such text, or something under way whose outcome it shows. */
export function isWorkUnsaved(): boolean {
  return busy.size > 0 || isTextUnsaved()
}

export type TypedText = {
  /** Whether a field that is there has another text than when the person came to it. */
  hasText: () => boolean
  /** Whether it was sent since, and nothing was pressed after that. */
  isSent: () => boolean
  /** Of the element around the fields. */
  watch: { onFocusCapture: (event: FocusEvent) => void; onSubmitCapture: () => void }
}

/** Notices what a person writes in the fields of an element while `isOn`. */
export function useTypedText(isOn: boolean): TypedText {
  const before = useRef(new Map<Field, string>())
  const sent = useRef(false)
  const hasText = useCallback(
    () => [...before.current].some(([field, value]) => field.isConnected && field.value.trim() !== value.trim()),
    [],
  )
  useEffect(() => {
    if (!isOn) return before.current.clear()
    const press = () => {
      sent.current = false
    }
    unsaved.add(hasText)
    addEventListener('pointerdown', press, { capture: true })
    addEventListener('keydown', press, { capture: true })
    return () => {
      unsaved.delete(hasText)
      removeEventListener('pointerdown', press, { capture: true })
      removeEventListener('keydown', press, { capture: true })
    }
  }, [isOn, hasText])
  return useMemo(
    () => ({
      hasText,
      isSent: () => sent.current,
      watch: {
        onFocusCapture: ({ target, currentTarget }) => {
          const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
          if (!isField || !target.matches(FIELDS)) return
          for (const field of [target, ...currentTarget.querySelectorAll<HTMLInputElement>(MADE_OF_TEXT)])
            if (!before.current.has(field)) before.current.set(field, field.value)
        },
        onSubmitCapture: () => {
          sent.current = true
        },
      },
    }),
    [hasText],
  )
}

/**
 * Keeps the person on the page while `isBusy`, and asks before what they have written is lost:
 * `ask` says whether they leave. A page that a sent form leads to is shown without a question.
 */
export function useStay(
  typed: TypedText,
  { isOn, isBusy, ask }: { isOn: boolean; isBusy: boolean; ask: () => Promise<boolean> },
): void {
  const { history } = useRouter()
  const asking = useRef(ask)
  asking.current = ask
  useEffect(() => {
    if (!isOn) return
    const own = {}
    if (isBusy) busy.add(own)
    const mustAsk = () => typed.hasText() && !typed.isSent()
    const unblock = history.block({
      blockerFn: async () => isBusy || (mustAsk() && !(await asking.current())),
      enableBeforeUnload: () => isBusy || mustAsk(),
    })
    return () => {
      unblock()
      busy.delete(own)
    }
  }, [history, isOn, isBusy, typed])
}
