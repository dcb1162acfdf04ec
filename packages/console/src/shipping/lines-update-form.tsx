import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { LinesUpdate, Order, WorkflowResult } from '@open-oms/client/types'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { StepsPreview } from '../order/move-preview.tsx'
import { ChangeList } from './change-list.tsx'
import { LinesUpdateResult } from './lines-update-result.tsx'
import { Refusal } from './refusal.tsx'
import type { Deed } from './units.ts'
import { useLinesPreview, useLinesUpdate } from './use-lines-update.ts'

type FormProps = {
  deed: Deed
  /** The order as the person saw it when the form opened. */
  order: Order
  /** What the fields come to; null while they cannot be sent. */
  body: LinesUpdate | null
  onDone: () => void
  children: ReactNode
}

/** The fields of a deed, what it would do, the write, and what it did. Nothing is written before it was shown. */
export function LinesUpdateForm({ deed, order, body, onDone, children }: FormProps) {
  const t = useTranslations('shipping')
  const [result, setResult] = useState<WorkflowResult>()
  const preview = useLinesPreview(order, result === undefined ? body : null)
  const write = useLinesUpdate(order, setResult)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body !== null && preview.isShown) write.mutate(body)
  }
  if (result !== undefined) return <LinesUpdateResult order={order} result={result} onDone={onDone} />
  return (
    // Names of steps are longer than a phone is wide.
    <Stack component="form" onSubmit={submit} style={{ overflowWrap: 'anywhere' }}>
      {children}
      {body === null ? (
        <Text size="sm" c="dimmed">
          {t('enter')}
        </Text>
      ) : null}
      {preview.isPending ? <Loader size="sm" role="status" aria-label={t('previewing')} /> : null}
      {preview.result === null ? null : (
        <StepsPreview result={preview.result}>
          <ChangeList before={order} after={preview.result.order} />
          {writesToCustomer(preview.result) ? (
            <Text size="sm" fw={600} mt={4}>
              {t('writesToCustomer')}
            </Text>
          ) : null}
        </StepsPreview>
      )}
      <Refusal order={order} body={body} error={write.error ?? preview.error} onReloaded={onDone} />
      <Group justify="flex-end" pos="sticky" bottom={0} py="xs" bg="var(--mantine-color-body)">
        <Button type="submit" disabled={!preview.isShown} loading={write.isPending}>
          {t(`${deed}.submit`)}
        </Button>
      </Group>
    </Stack>
  )
}

/** A repeated status repeats its messages too, which a person who only moves goods hardly means. */
function writesToCustomer({ orderActionExecutionResults: steps }: WorkflowResult): boolean {
  return steps.some(({ actionType, actionStatus }) => actionType === 'Notification' && actionStatus === 'Success')
}
