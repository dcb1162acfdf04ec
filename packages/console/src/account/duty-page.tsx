import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { type Session, signOut } from '../session/session.ts'
import { sessionQuery, useForgetSession } from '../session/use-session.ts'
import { accountEn } from '../texts/en/account.ts'
import { accountNb } from '../texts/nb/account.ts'
import { type Account, accountQuery } from './account-calls.ts'
import { Factors } from './account-page.tsx'
import { PasswordForm } from './password-section.tsx'

const texts = { en: { account: accountEn }, nb: { account: accountNb } } as const

type Duty = NonNullable<Session['duty']>

/** What the person must do before the console is theirs. */
export function DutyPage({ duty }: { duty: Duty }) {
  return (
    <AreaTexts texts={texts}>
      <DutyParts duty={duty} />
    </AreaTexts>
  )
}

function DutyParts({ duty }: { duty: Duty }) {
  const t = useTranslations('account.duty')
  useTitle(t(duty))
  const { data: account } = useQuery(accountQuery)
  const queries = useQueryClient()
  const forget = useForgetSession()
  const leaving = useMutation({ mutationFn: signOut, onSuccess: forget })
  return (
    <Stack component="main" p="md" maw={600} mx="auto">
      <Title order={1} size="h2">
        {t(duty)}
      </Title>
      <Text>{t(`${duty}Text`)}</Text>
      {duty === 'ChangePassword' ? <PasswordForm /> : account === undefined ? null : <Factors account={account} />}
      <Group>
        {duty === 'AddSecondFactor' && hasFactor(account) ? (
          // Not by itself: the recovery codes are shown here once.
          <Button onClick={() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true })}>
            {t('continue')}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => leaving.mutate()}>
          {t('signOut')}
        </Button>
      </Group>
    </Stack>
  )
}

function hasFactor(account: Account | undefined): boolean {
  return account !== undefined && (account.authenticatorAdded !== null || account.passkeys.length > 0)
}
