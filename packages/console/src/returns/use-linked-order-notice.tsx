import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** Long enough to reach the button by keyboard. */
const SHOWN_MS = 20_000

/** Shows that a linked order was created, with a link to it. */
export function useLinkedOrderNotice(): (message: string, orderId: string) => void {
  const t = useTranslations('returns')
  const navigate = useNavigate()
  return (message, orderId) =>
    void notifications.show({
      color: 'green',
      autoClose: SHOWN_MS,
      closeButtonProps: { 'aria-label': t('close') },
      // Notices are rendered outside of the router, where `Link` does not work.
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
