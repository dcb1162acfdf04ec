import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { accountEn } from '../texts/en/account.ts'
import { accountNb } from '../texts/nb/account.ts'
import { type Account, accountQuery } from './account-calls.ts'
import { AppSection, PasskeySection, RecoverySection } from './factor-sections.tsx'
import { PasswordForm } from './password-section.tsx'
import { useFactorChange } from './use-factor-change.ts'

const texts = { en: { account: accountEn }, nb: { account: accountNb } } as const

/** How the person signs in, and where they are signed in. */
export function AccountPage() {
  return (
    <AreaTexts texts={texts}>
      <AccountParts />
    </AreaTexts>
  )
}

function AccountParts() {
  const t = useTranslations('account')
  useTitle(t('title'))
  const { data: account, isPending, error, refetch } = useQuery(accountQuery)
  return (
    <Stack component="section" gap="lg" px="md" py="sm" maw={800} aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      {isPending ? <Loader m="xl" role="status" aria-label={t('loading')} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {account === undefined ? null : account.hasPassword ? (
        <OwnPassword account={account} />
      ) : (
        <Text>{t('password.provider')}</Text>
      )}
      {account === undefined || !account.hasPassword ? null : <Factors account={account} />}
      {account === undefined ? null : (
        <Part title={t('sessions.title')}>
          <SessionSection account={account} />
        </Part>
      )}
    </Stack>
  )
}

function OwnPassword({ account: { passwordChanged } }: { account: Account }) {
  const t = useTranslations('account.password')
  const format = useFormat()
  return (
    <Part title={t('title')}>
      {passwordChanged === null ? null : <Text size="sm">{t('since', { when: format.time(passwordChanged) })}</Text>}
      <PasswordForm />
    </Part>
  )
}

/** The second factors of the person. */
export function Factors({ account }: { account: Account }) {
  const t = useTranslations('account')
  const [codes, setCodes] = useState<readonly string[]>([])
  const hasFactor = account.authenticatorAdded !== null || account.passkeys.length > 0
  const given = { account, onCodes: (next: readonly string[]) => next.length > 0 && setCodes(next) }
  return (
    <>
      <Part title={t('app.title')}>
        <AppSection {...given} />
      </Part>
      <Part title={t('passkeys.title')}>
        <PasskeySection {...given} />
      </Part>
      {hasFactor ? (
        <Part title={t('recovery.title')}>
          <RecoverySection {...given} codes={codes} />
        </Part>
      ) : null}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** Where the person is signed in, and the end of it. */
function SessionSection({ account }: { account: Account }) {
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
