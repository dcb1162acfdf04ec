import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { ButtonLink } from '../shell/text-link.tsx'
import { useKeyboardScanner } from '../warehouse/scanning/use-keyboard-scanner.ts'
import { findScanned, type Scanned } from './desk-queries.ts'
import { stageIn } from './desk-view.ts'
import { useDeskStatuses } from './use-desk-statuses.ts'

/** Opens the return of a number that is scanned or typed: an RMA, or the number of its order. */
export function FindReturn({ onSeveral }: { onSeveral: (code: string) => void }) {
  const t = useTranslations('returnsDesk.scan')
  const navigate = useNavigate()
  const statuses = useDeskStatuses()
  const [text, setText] = useState('')
  const finding = useMutation({
    mutationFn: (code: string) =>
      findScanned(code, (status) => statuses !== undefined && ['paid', 'rejected'].includes(stageIn(statuses, status))),
    onSuccess: async (found, code) => {
      if (found.kind === 'returns') onSeveral(code)
      if (found.kind !== 'return') return
      const { orderId, returnId } = found
      await navigate({ to: '/returns/$orderId/$returnId', params: { orderId, returnId } })
    },
  })
  const find = (code: string) => {
    setText('')
    if (code.trim() !== '') finding.mutate(code.trim())
  }
  useKeyboardScanner(find)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find(text)
  }
  return (
    <>
      <Group component="form" wrap="nowrap" align="flex-end" gap="xs" maw={520} onSubmit={submit}>
        <TextInput
          style={{ flex: 1 }}
          label={t('label')}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" loading={finding.isPending}>
          {t('find')}
        </Button>
      </Group>
      {finding.error === null ? null : <ErrorState error={finding.error} />}
      {finding.data === undefined ? null : <NotOpened found={finding.data} code={finding.variables} />}
    </>
  )
}

/** Why no return was opened. */
function NotOpened({ found, code }: { found: Scanned; code: string }) {
  const t = useTranslations('returnsDesk.scan')
  if (found.kind === 'return') return null
  const title =
    found.kind === 'order'
      ? t('noReturn', { number: found.number })
      : t(found.kind === 'returns' ? 'several' : 'nothing', { code })
  return (
    <Alert variant="outline" color={found.kind === 'nothing' ? 'red' : 'yellow'} role="status" title={title} maw={520}>
      {found.kind === 'order' ? (
        <Group gap="xs">
          {(['takeBack', 'exchange'] as const).map((action) => (
            <ButtonLink key={action} to="/orders/$orderId" params={{ orderId: found.orderId }} search={{ action }}>
              {t(action)}
            </ButtonLink>
          ))}
          <ButtonLink to="/orders/$orderId" params={{ orderId: found.orderId }} variant="default">
            {t('openOrder')}
          </ButtonLink>
        </Group>
      ) : null}
    </Alert>
  )
}
