import { Alert, Button, Loader, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Account, accountQuery, confirmBy, showPasskey } from './account-calls.ts'
import { CodeField } from './code-field.tsx'

/** Above the dialog that the request came from. */
const Z_INDEX = 1_000

/** Asks the person to show again who they are; says whether they did. */
export function ConfirmDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useTranslations('account.confirm')
  const [account, setAccount] = useState<Account | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    const read = accountQuery.queryFn as unknown as (given: { signal?: AbortSignal }) => Promise<Account>
    read({}).then(setAccount, (error: Error) => setFailure(error.message))
  }, [])
  const confirm = async (by: () => Promise<Parameters<typeof confirmBy>[0]>) => {
    setSending(true)
    setFailure(null)
    try {
      await confirmBy(await by())
      onDone(true)
    } catch (error) {
      setFailure((error as Error).message)
      setSending(false)
    }
  }
  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={t('title')}
      zIndex={Z_INDEX}
      closeButtonProps={{ 'aria-label': t('close'), disabled: isSending }}
      centered
    >
      <Stack>
        <Text size="sm">{t('text')}</Text>
        {failure === null ? null : <Alert color="red" variant="outline" role="alert" title={failure} />}
        {account === null ? (
          failure === null ? (
            <Loader role="status" aria-label={t('title')} />
          ) : null
        ) : account.hasPassword ? (
          <Ways account={account} isSending={isSending} onConfirm={confirm} />
        ) : (
          <Text size="sm">{t('provider')}</Text>
        )}
      </Stack>
    </Modal>
  )
}

type WaysProps = {
  account: Account
  isSending: boolean
  onConfirm: (by: () => Promise<Parameters<typeof confirmBy>[0]>) => void
}

function Ways({ account, isSending, onConfirm }: WaysProps) {
  const t = useTranslations('account.confirm')
  const [text, setText] = useState('')
  const hasPasskeys = account.passkeys.length > 0
  const hasFactor = hasPasskeys || account.authenticatorAdded !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(async () => (hasFactor ? { code: text } : { password: text }))
  }
  return (
    <>
      {hasPasskeys ? (
        <Button loading={isSending} onClick={() => onConfirm(async () => ({ passkey: await showPasskey() }))}>
          {t('passkey')}
        </Button>
      ) : null}
      <Stack component="form" onSubmit={submit}>
        {hasFactor ? (
          <CodeField value={text} onChange={setText} />
        ) : (
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            required
            autoFocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          />
        )}
        <Button type="submit" loading={isSending} variant={hasPasskeys ? 'default' : 'filled'}>
          {t('submit')}
        </Button>
      </Stack>
    </>
  )
}
