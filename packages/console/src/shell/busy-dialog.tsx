import { Modal, type ModalProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { UnderWayContext } from './use-keep-open.ts'

/**
 * A dialog that cannot be closed, and whose page cannot be left, while something in it is under
 * way: that would go on unseen, or end without a word.
 */
export function BusyDialog({ children, closeButtonProps, ...props }: ModalProps) {
  const [underWay, setUnderWay] = useState(0)
  const count = useCallback((change: 1 | -1) => setUnderWay((before) => before + change), [])
  const isBusy = underWay > 0
  const { history } = useRouter()
  useEffect(
    () => (isBusy ? history.block({ blockerFn: async () => true, enableBeforeUnload: true }) : undefined),
    [isBusy, history],
  )
  return (
    <Modal
      {...props}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ ...closeButtonProps, disabled: isBusy }}
    >
      <UnderWayContext value={count}>{children}</UnderWayContext>
    </Modal>
  )
}
