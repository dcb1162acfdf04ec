import { Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { StepsPreview } from '../order/move-preview.tsx'
import { type OrderWrite, useOrderWrite } from '../order/use-order-write.ts'
import { usePreview } from '../order/use-preview.ts'
import { DryRunProblem, WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { type AnswerEffect, answerEffects } from './answer-effects.ts'
import { type PlacedButton, usePlaceText } from './places-query.ts'

type PressFormProps = { order: Order; button: PlacedButton; onDone: () => void }

/** Asks what a button would change, and presses it. */
export function PressForm({ order, button, onDone }: PressFormProps) {
  const t = useTranslations('places.button')
  const textOf = usePlaceText()
  const label = textOf(button.label)
  const preview = usePreview(order, { button: button.id }, (_, { params, ...run }) =>
    gateway.post('/api/Orders/{orderId}/Buttons/{buttonId}', { ...run, params: { ...params, buttonId: button.id }, body: {} }),
  )
  const pressing = usePress({ order, button, onDone }, label)
  const isGone = isApiError(preview.error ?? pressing.error, 'ButtonNotOffered')
  return (
    <Stack>
      {button.confirmation === null ? null : <Text size="sm">{textOf(button.confirmation)}</Text>}
      {preview.isPending ? <Loader size="sm" role="status" aria-label={t('asking')} /> : null}
      {preview.result === null ? null : <Effects order={order} result={preview.result} />}
      {isGone ? <Text size="sm">{t('notOffered')}</Text> : null}
      {preview.error === null || isGone ? null : <DryRunProblem error={preview.error} />}
      {isGone ? null : <WriteProblem orderId={order.id} error={pressing.error} onReloaded={onDone} />}
      <Group justify="flex-end" className="dialog-footer">
        <Button variant="default" onClick={onDone} disabled={pressing.isPending}>
          {t('cancel')}
        </Button>
        <Button
          disabled={preview.result === null || preview.result.isAborted || isGone}
          loading={pressing.isPending}
          onClick={() => pressing.mutate(button.id)}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}

function usePress({ order, button, onDone }: PressFormProps, label: string) {
  const t = useTranslations('places.button')
  return useOrderWrite(order, {
    send: (buttonId: string, { params, ...write }: OrderWrite) =>
      gateway.post('/api/Orders/{orderId}/Buttons/{buttonId}', { ...write, params: { ...params, buttonId }, body: {} }),
    onWritten: (result) => {
      const own = result.orderActionExecutionResults.find(({ stepId }) => stepId === `button-${button.id}`)
      if (own?.actionStatus === 'Error' && own.nextAttempt !== null)
        notifications.show({ color: 'blue', message: t('waiting', { button: label }) })
      else if (own?.actionStatus === 'Error')
        notifications.show({
          color: 'red',
          message: t('failed', { button: label, reason: own.errorReason ?? '' }),
          autoClose: false,
        })
      else notifications.show({ color: 'green', message: t('done', { button: label, message: own?.message ?? '' }).trim() })
      onDone()
    },
  })
}

/** What the answer would do to the order, and what else would follow. */
function Effects({ order, result }: { order: Order; result: WorkflowResult }) {
  const t = useTranslations('places.button')
  const say = useEffectText(order)
  const effects = result.order === null ? [] : answerEffects(order, result.order)
  return (
    <StepsPreview result={result} before={order}>
      {effects.length === 0 ? <Text size="sm">{t('nothing')}</Text> : null}
      <List size="sm" spacing={2}>
        {effects.map((effect) => (
          <List.Item key={JSON.stringify(effect)}>{say(effect)}</List.Item>
        ))}
      </List>
    </StepsPreview>
  )
}

function useEffectText(order: Order): (effect: AnswerEffect) => string {
  const t = useTranslations('places.button')
  const reasonName = useHoldReasons()
  const statusName = useStatusNames()
  return (effect) => {
    switch (effect.kind) {
      case 'tags':
        return t('tags', { tags: effect.tags.join(', ') })
      case 'hold':
        return t('hold', { reason: [reasonName(effect.reasonCode), effect.note].filter(Boolean).join(' – ') })
      case 'status':
        return t('status', { status: statusName(effect.status, order.orderType) })
      case 'warehouse':
        return t('warehouse', { warehouse: effect.warehouse })
      case 'property':
        return effect.line === null
          ? t('property', { key: effect.key, value: effect.value })
          : t('propertyOfLine', { key: effect.key, value: effect.value, line: effect.line })
    }
  }
}
