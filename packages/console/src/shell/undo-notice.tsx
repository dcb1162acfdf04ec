import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

/**
 * Long enough to read it and to reach the button by keyboard; it stays while the pointer is over
 * it.
 */
const SHOWN_MS = 20_000

type Undoable = { message: string; undo: () => Promise<unknown>; closeLabel: string }

/** Says what was done, with a button that undoes it. */
export function showUndo({ message, undo, closeLabel }: Undoable): void {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    color: 'green',
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': closeLabel },
    message: (
      <UndoMessage {...{ message, undo }} onUndone={(text) => notifications.update({ id, color: 'gray', message: text })} />
    ),
  })
}

function UndoMessage({ message, undo, onUndone }: Pick<Undoable, 'message' | 'undo'> & { onUndone: (text: string) => void }) {
  const t = useTranslations('undo')
  const queries = useQueryClient()
  const undoing = useMutation({
    mutationFn: undo,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['orders'] })
      onUndone(t('done', { what: message }))
    },
  })
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{undoing.isError ? t('failed', { reason: undoing.error.message }) : message}</Text>
      <Button size="compact-sm" variant="default" loading={undoing.isPending} onClick={() => undoing.mutate()}>
        {t('action')}
      </Button>
    </Group>
  )
}
