import { Alert, Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStay, useTypedText } from './typed-text.ts'

/** Asks before the page is left on which a person has written something. */
export function KeepsText({ children }: { children: ReactNode }) {
  const typed = useTypedText(true)
  const [isAsking, setAsking] = useState(false)
  const respond = useRef<(leaves: boolean) => void>(() => undefined)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      respond.current = resolve
      setAsking(true)
    })
  useStay(typed, { isOn: true, isBusy: false, ask })
  const answer = (leaves: boolean) => {
    setAsking(false)
    respond.current(leaves)
  }
  return (
    <div {...typed.watch}>
      {children}
      <Modal opened={isAsking} onClose={() => answer(false)} withCloseButton={false} centered>
        <DiscardQuestion onStay={() => answer(false)} onDiscard={() => answer(true)} />
      </Modal>
    </div>
  )
}

/** Whether what a person has written is to be lost. */
export function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
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
