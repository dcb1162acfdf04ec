import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { WriteProblem } from '../order/write-problem.tsx'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import type { DeskStatuses } from './desk-view.ts'
import { type ReturnAtDesk, useReturnStep } from './use-return-step.ts'

type RejectProps = ReturnAtDesk & { statuses: DeskStatuses }

/** Rejects a return with a reason, in a dialog. Nothing where no status is for it. */
export function RejectReturn({ order, form, statuses }: RejectProps) {
  const t = useTranslations('returnsDesk.reject')
  const [isOpen, setOpen] = useState(false)
  const [status] = statuses.rejected
  if (status === undefined) return <span />
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <BusyDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('title', { id: form.returnId })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <RejectForm {...{ order, form, status }} onDone={() => setOpen(false)} />
      </BusyDialog>
    </>
  )
}

function RejectForm({ order, form, status, onDone }: ReturnAtDesk & { status: string; onDone: () => void }) {
  const t = useTranslations('returnsDesk.reject')
  const [reason, setReason] = useState('')
  const rejecting = useReturnStep({ order, form }, () => {
    notifications.show({ color: 'green', message: t('done', { id: form.returnId }) })
    onDone()
  })
  const said = reason.trim()
  const returnComment = [form.returnComment, said].filter(Boolean).join('\n')
  return (
    <Stack>
      <Text size="sm">{t('text')}</Text>
      <Textarea
        label={t('reason')}
        required
        autosize
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <WriteProblem orderId={order.id} error={rejecting.error} onReloaded={rejecting.reset} />
      <Group justify="flex-end">
        <Button
          color="red.9"
          disabled={said === ''}
          loading={rejecting.isPending}
          onClick={() => rejecting.mutate({ patch: { returnComment }, status })}
        >
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}
