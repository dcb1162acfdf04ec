import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import type { Account } from './account-calls.ts'
import { useFactorChange } from './use-factor-change.ts'

/** Where the person is signed in, and the end of it. */
export function SessionSection({ account }: { account: Account }) {
  const t = useTranslations('account.sessions')
  const format = useFormat()
  const end = useFactorChange((id: string) => gateway.delete('/session/sessions/{id}', { params: { id } }))
  return (
    <Stack gap="xs" maw={700}>
      {account.sessions.map(({ id, isCurrent, signedInAt, browser, address }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm">{isCurrent ? t('current') : browser || t('unknown')}</Text>
            <Text size="xs" c="dimmed">
              {t('since', { when: format.time(signedInAt), address })}
            </Text>
          </div>
          {isCurrent ? null : (
            <Button size="xs" variant="default" flex="none" onClick={() => end.mutate(id)}>
              {t('end')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
