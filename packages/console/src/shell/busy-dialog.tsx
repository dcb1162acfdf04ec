import { Modal, type ModalProps } from '@mantine/core'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { DiscardQuestion } from './keeps-text.tsx'
import { useStay, useTypedText } from './typed-text.ts'
import { UnderWayContext } from './use-keep-open.ts'

type BusyDialogProps = ModalProps & {
  /**
   * What gets the focus when the dialog closes and what opened it is gone, as the entry of a menu.
   */
  returnTo?: RefObject<HTMLElement | null>
}

/**
 * A dialog that cannot be closed, and whose page cannot be left, while something in it is under
 * way: that would go on unseen, or end without a word. What a person has written in it is not lost
 * by Esc, a click beside it or leaving the page either: they are asked first.
 */
export function BusyDialog({ children, closeButtonProps, onClose, returnTo, ...props }: BusyDialogProps) {
  const [underWay, setUnderWay] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const count = useCallback((change: 1 | -1) => setUnderWay((before) => before + change), [])
  const isBusy = underWay > 0
  const typed = useTypedText(props.opened)
  // Who discards it goes there once more.
  const ask = async () => {
    setAsking(true)
    return false
  }
  useStay(typed, { isOn: props.opened, isBusy, ask })
  const origin = useRef<Element | null>(null)
  useEffect(() => {
    if (props.opened) origin.current = document.activeElement
    else setAsking(false)
  }, [props.opened])
  const close = () => {
    if (typed.hasText()) setAsking(true)
    else onClose()
  }
  return (
    <Modal
      {...(returnTo === undefined ? {} : { onExitTransitionEnd: () => focusIfLost(origin.current, returnTo.current) })}
      {...props}
      onClose={close}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ ...closeButtonProps, disabled: isBusy }}
    >
      {isAsking && !isBusy ? <DiscardQuestion onStay={() => setAsking(false)} onDiscard={onClose} /> : null}
      <div {...typed.watch}>
        <UnderWayContext value={count}>{children}</UnderWayContext>
      </div>
    </Modal>
  )
}

/** Without motion a dialog is gone before the focus is back: it goes to what opened it here too. */
function focusIfLost(origin: Element | null, other: HTMLElement | null): void {
  if (document.activeElement !== document.body) return
  const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body
  const target = isThere ? origin : other
  target?.focus()
}
