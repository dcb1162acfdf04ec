import { Alert, Button } from '@mantine/core'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { sessionQuery } from '../session/use-session.ts'
import { signInByPasskey } from './account-calls.ts'

/** Whether the address of this page can have passkeys: a name, and no number. */
const hasName = !/^[\d.]+$|:/.test(globalThis.location.hostname)

/** Signs in without a password, where the browser can. */
export function PasskeyButton() {
  const t = useTranslations('account.passkeyButton')
  const queries = useQueryClient()
  const attempt = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  })
  if (!hasName || !browserSupportsWebAuthn()) return null
  return (
    <>
      {attempt.isError ? <Alert color="red" variant="outline" role="alert" title={t('failed')} /> : null}
      <Button variant="default" onClick={() => attempt.mutate()} loading={attempt.isPending}>
        {t('label')}
      </Button>
    </>
  )
}
