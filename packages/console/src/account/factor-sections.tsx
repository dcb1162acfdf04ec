import { Alert, Button, Code, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { type Account, makePasskey } from './account-calls.ts'
import { CodeField } from './code-field.tsx'
import { useFactorChange } from './use-factor-change.ts'

type Props = { account: Account; onCodes: (codes: readonly string[]) => void }

/** The authenticator app: adds, replaces and removes it. */
export function AppSection({ account, onCodes }: Props) {
  const t = useTranslations('account.app')
  const format = useFormat()
  const [code, setCode] = useState('')
  const offer = useFactorChange(() => gateway.post('/session/authenticator'))
  const finish = useFactorChange(
    (offered: string) => gateway.put('/session/authenticator', { body: { offer: offered, code } }),
    ({ recoveryCodes }) => {
      offer.reset()
      setCode('')
      onCodes(recoveryCodes)
    },
  )
  const remove = useFactorChange(() => gateway.delete('/session/authenticator'))
  const { authenticatorAdded } = account
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offer.data !== undefined) finish.mutate(offer.data.offer)
  }
  return (
    <Stack gap="xs" maw={500}>
      <Text size="sm">{authenticatorAdded === null ? t('none') : t('added', { when: format.time(authenticatorAdded) })}</Text>
      <Failure of={[offer, finish, remove]} />
      {offer.data === undefined ? (
        <Group gap="xs">
          <Button variant="default" loading={offer.isPending} onClick={() => offer.mutate(undefined)}>
            {t(authenticatorAdded === null ? 'add' : 'replace')}
          </Button>
          {authenticatorAdded === null ? null : (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
              {t('remove')}
            </Button>
          )}
        </Group>
      ) : (
        <Stack component="form" onSubmit={submit} gap="xs">
          <Text size="sm">{t('scan')}</Text>
          <QrPicture text={offer.data.uri} label={t('picture')} />
          <Text size="sm">
            {t('secret')}: <Code>{offer.data.secret}</Code>
          </Text>
          <CodeField value={code} onChange={setCode} />
          <Button type="submit" loading={finish.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

/** The passkeys: adds and removes them. */
export function PasskeySection({ account, onCodes }: Props) {
  const t = useTranslations('account.passkeys')
  const format = useFormat()
  const [name, setName] = useState('')
  const add = useFactorChange(makePasskey, (codes) => {
    setName('')
    onCodes(codes)
  })
  const remove = useFactorChange((id: string) => gateway.delete('/session/passkeys/{id}', { params: { id } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(name)
  }
  return (
    <Stack gap="xs" maw={500}>
      <Text size="sm">{t(account.allowsPasskeys ? 'none' : 'impossible')}</Text>
      <Failure of={[add, remove]} />
      {account.passkeys.map((passkey) => (
        <Group key={passkey.id} justify="space-between">
          <Text size="sm">
            {passkey.name} · {passkey.lastUsed === null ? t('unused') : t('used', { when: format.time(passkey.lastUsed) })}
          </Text>
          <Button size="xs" variant="default" onClick={() => remove.mutate(passkey.id)}>
            {t('remove', { name: passkey.name })}
          </Button>
        </Group>
      ))}
      {account.allowsPasskeys ? (
        <Group component="form" onSubmit={submit} align="flex-end" gap="xs">
          <TextInput
            label={t('name')}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {t('add')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

/** Recovery codes: those just made, and how many are left. */
export function RecoverySection({ account, codes, onCodes }: Props & { codes: readonly string[] }) {
  const t = useTranslations('account.recovery')
  const renew = useFactorChange(
    () => gateway.post('/session/recovery-codes'),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  )
  return (
    <Stack gap="xs" maw={500}>
      <Text size="sm">{t('left', { count: account.recoveryCodesLeft })}</Text>
      <Failure of={[renew]} />
      {codes.length === 0 ? null : (
        <Alert title={t('shown')} variant="outline">
          <List listStyleType="none">
            {codes.map((code) => (
              <List.Item key={code}>
                <Code>{code}</Code>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
          {t('renew')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Why the last change did not work. */
function Failure({ of }: { of: readonly { error: Error | null }[] }) {
  const error = of.find((change) => change.error !== null)?.error
  return error ? <Alert color="red" variant="outline" role="alert" title={error.message} /> : null
}

/** Each module of the code is so large. */
const SCALE = 5

/** A QR code. Black on white in dark colours too: cameras read no other. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text)
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={size * SCALE} height={size * SCALE}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
