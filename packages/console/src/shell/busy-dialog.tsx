import { Alert, Button, Group, Modal, type ModalProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnderWayContext } from './use-keep-open.ts'

type BusyDialogProps = ModalProps & {
  /**
   * What gets the focus when the dialog closes and what opened it is gone, as the entry of a menu.
   */
  returnTo?: RefObject<HTMLElement | null>
}

/**
 * A dialog that cannot be closed, and whose page cannot be left, while something in it is under
 * way: that would go on unseen, or end without a word. What a person has typed is not lost by Esc,
 * a click beside it or leaving the page either: they are asked first, as long as its field is
 * there.
 */
export function BusyDialog({ children, closeButtonProps, onClose, returnTo, ...props }: BusyDialogProps) {
  const [underWay, setUnderWay] = useState(0)
  const count = useCallback((change: 1 | -1) => setUnderWay((before) => before + change), [])
  const isBusy = underWay > 0
  const typed = useTypedText(props.opened)
  useStay(isBusy, typed)
  const close = () => {
    if (!typed.isThere()) return onClose()
    typed.ask()
  }
  return (
    <Modal
      {...(returnTo === undefined ? {} : { onExitTransitionEnd: () => focusIfLost(returnTo.current) })}
      {...props}
      onClose={close}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ ...closeButtonProps, disabled: isBusy }}
    >
      {typed.isAsking && !isBusy ? <DiscardQuestion onStay={typed.stay} onDiscard={onClose} /> : null}
      <div onInput={typed.note}>
        <UnderWayContext value={count}>{children}</UnderWayContext>
      </div>
    </Modal>
  )
}

function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

type TypedText = {
  isTyped: boolean
  isThere: () => boolean
  isAsking: boolean
  note: (event: FormEvent) => void
  ask: () => void
  stay: () => void
}

/**
 * Whether a person has typed something since the dialog opened; what they chose is quickly chosen
 * again.
 */
function useTypedText(isOpen: boolean): TypedText {
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const fields = useRef(new Set<HTMLElement>())
  useEffect(() => {
    if (isOpen) return
    fields.current.clear()
    setTyped(false)
    setAsking(false)
  }, [isOpen])
  return {
    isTyped,
    // Where results have replaced a form, what was typed has been sent.
    isThere: () => [...fields.current].some((field) => field.isConnected),
    isAsking,
    note: ({ target }) => {
      if (!(target instanceof HTMLElement && target.matches('textarea, input:not([type=checkbox], [type=radio])'))) return
      fields.current.add(target)
      setTyped(true)
    },
    ask: () => setAsking(true),
    stay: () => setAsking(false),
  }
}

/**
 * Keeps the person on the page while something is under way, and asks before typed text is lost.
 */
function useStay(isBusy: boolean, { isTyped, isThere, ask }: TypedText): void {
  const { history } = useRouter()
  const mustStay = isBusy || isTyped
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking sets a state, whichever function it is called by
  useEffect(() => {
    if (!mustStay) return
    const blockerFn = async () => {
      if (isBusy) return true
      if (!isThere()) return false
      ask()
      return true
    }
    return history.block({ blockerFn, enableBeforeUnload: true })
  }, [mustStay, isBusy, history])
}

function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const t = useTranslations('shell.discard')
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('title')} mb="md">
      <Group gap="xs">
        <Button size="xs" autoFocus onClick={onStay}>
          {t('stay')}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Alert>
  )
}
