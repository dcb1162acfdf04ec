import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** Long enough to reach the button by keyboard. */
const SHOWN_MS = 20_000

/** Says that another order was made, with the way there. */
export function useLinkedOrderNotice(): (message: string, orderId: string) => void {
  const t = useTranslations('returns')
  const navigate = useNavigate()
  return (message, orderId) =>
    void notifications.show({
      color: 'green',
      autoClose: SHOWN_MS,
      closeButtonProps: { 'aria-label': t('close') },
      // The notice is outside of the pages, where links are not.
      message: (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{message}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void navigate({ to: '/orders/$orderId', params: { orderId } })}
          >
            {t('openOrder', { order: orderId })}
          </Button>
        </Group>
      ),
    })
}
