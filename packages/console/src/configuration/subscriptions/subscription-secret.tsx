import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** A new secret, which is shown once. */
export function ShownSecret({ secret }: { secret: string }) {
  const t = useTranslations('subscriptions.secret')
  return (
    <Stack gap="sm">
      <Text size="sm">{t('once')}</Text>
      <Code block>{secret}</Code>
      <Group>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
