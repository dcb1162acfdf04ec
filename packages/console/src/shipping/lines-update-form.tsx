import { Alert, Button, Checkbox, Group, List, Loader, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { LinesUpdate, Order, WorkflowResult } from '@open-oms/client/types'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { dryRunEffects, type Effects } from '../order/dry-run-effects.ts'
import { EffectsLine } from '../order/effects-line.tsx'
import { StepsPreview } from '../order/move-preview.tsx'
import { RiskAlert } from '../order/risk-alert.tsx'
import { useShippingRisks } from '../order/use-shipping-risks.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { type BeyondPart, beyondPart } from './beyond-part.ts'
import { ChangeList } from './change-list.tsx'
import { enteredAgain, orderChanges } from './order-changes.ts'
import { refusedLines } from './refused-lines.ts'
import { exact, type UnitsAction } from './units.ts'
import { useLinesPreview, useLinesUpdate } from './use-lines-update.ts'

type FormProps = {
  deed: UnitsAction
  /** The order as the person saw it when the form opened. */
  order: Order
  /** The request that the fields make; null while they cannot be sent. */
  body: LinesUpdate | null
  /** Puts the units of a delivery into a shipment of their own; null: that cannot be done. */
  onApart?: (() => void) | null
  onDone: () => void
  children: ReactNode
}

/**
 * The fields of a deed, what it would do, and the write, after which a notice says what it did.
 * Nothing is written before it was shown.
 */
export function LinesUpdateForm({ deed, order, body, onApart = null, onDone, children }: FormProps) {
  const t = useTranslations('shipping')
  const currencyOf = useOrderCurrency()
  const submitText = useSubmitText(order)
  const sayResult = useUpdateNotice(order, deed)
  const [isWritten, setWritten] = useState(false)
  const preview = useLinesPreview(order, isWritten ? null : body)
  const write = useLinesUpdate(order, (result) => {
    setWritten(true)
    sayResult(result)
    onDone()
  })
  const risksOf = useShippingRisks(order)
  const beyond =
    deed === 'deliver' && body !== null
      ? previewBeyondPart(order, body, { result: preview.result, currency: currencyOf(order) })
      : null
  const agreement = JSON.stringify([body, beyond])
  const [agreed, setAgreed] = useState('')
  const risks = deed === 'deliver' && preview.result !== null ? risksOf(preview.result, lineIds(body)) : []
  const [risksAgreed, setRisksAgreed] = useState('')
  const areRisksSeen = risks.length === 0 || risksAgreed === agreement
  const isReady = preview.isShown && preview.error === null && areRisksSeen && (beyond === null || agreed === agreement)
  const effects = dryRunEffects(order, preview.result)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body !== null && isReady) write.mutate(body)
  }
  return (
    // Names of steps are longer than a phone is wide.
    <Stack component="form" onSubmit={submit} style={{ overflowWrap: 'anywhere' }}>
      <RiskAlert risks={risks} isAgreed={areRisksSeen} onAgree={(isAgreed) => setRisksAgreed(isAgreed ? agreement : '')} />
      {children}
      {body === null ? (
        <Text size="sm" c="dimmed">
          {t('enter')}
        </Text>
      ) : null}
      {preview.isPending ? <Loader size="sm" role="status" aria-label={t('previewing')} /> : null}
      {preview.result === null || body === null ? null : <Preview {...{ order, body, result: preview.result }} />}
      {beyond === null ? null : (
        <BeyondPartAlert
          {...{ beyond, onApart, currency: currencyOf(order), isMeant: agreed === agreement }}
          onMeant={(isMeant) => setAgreed(isMeant ? agreement : '')}
        />
      )}
      <Refusal order={order} body={body} error={write.error ?? preview.error} onReloaded={onDone} />
      <Group justify="flex-end" pos="sticky" bottom={0} py="xs" bg="var(--mantine-color-body)">
        <EffectsLine effects={effects} currency={currencyOf(order)} />
        <Button type="submit" {...(risks.length > 0 ? { color: 'red' } : {})} disabled={!isReady} loading={write.isPending}>
          {submitText(deed, effects)}
        </Button>
      </Group>
    </Stack>
  )
}

/** The lines that a request is about. */
function lineIds(body: LinesUpdate | null): string[] {
  return body?.lineItemUpdates?.flatMap(({ lineItemId }) => lineItemId ?? []) ?? []
}

/** What the button of a form says: what it does, with the money that it moves. */
function useSubmitText(order: Order) {
  const t = useTranslations('shipping')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  return (deed: UnitsAction, { captured, refunded }: Effects): string => {
    if (deed === 'deliver' && captured > 0) return t('deliver.submitCapture', { amount: format.money(captured, currency) })
    if (deed === 'cancel' && refunded > 0) return t('cancel.submitRefund', { amount: format.money(refunded, currency) })
    return t(`${deed}.submit`)
  }
}

type DryRun = { result: WorkflowResult | null; currency: string | null }

/** What a delivery would do beyond its units, by its dry run. */
function previewBeyondPart(order: Order, { shipmentInfo }: LinesUpdate, { result, currency }: DryRun): BeyondPart | null {
  const after = result?.order ?? null
  if (after === null) return null
  const target = shipmentInfo?.shipmentId ?? after.orderForm.shipments[0]?.shipmentId
  return target === undefined ? null : beyondPart({ before: order, after, currency }, target)
}

function Preview({ order, body, result }: { order: Order; body: LinesUpdate; result: WorkflowResult }) {
  const t = useTranslations('shipping')
  const again = result.orderActionExecutionResults.length === 0 ? null : enteredAgain(order, body)
  return (
    <StepsPreview result={result} before={order}>
      <ChangeList before={order} after={result.order} />
      {again === null ? null : (
        <Text size="sm" fw={600} mt={4}>
          {t('again', { shipment: again, status: body.status ?? '' })}
        </Text>
      )}
    </StepsPreview>
  )
}

type AlertProps = {
  beyond: BeyondPart
  currency: string | null
  isMeant: boolean
  onMeant: (isMeant: boolean) => void
  /** Puts the part into a shipment of its own; null: that cannot be done. */
  onApart: (() => void) | null
}

/**
 * Compares what is delivered with what would be captured and count as gone, and asks whether that
 * is meant.
 */
function BeyondPartAlert({ beyond, currency, isMeant, onMeant, onApart }: AlertProps) {
  const t = useTranslations('shipping.beyond')
  const format = useFormat()
  const { shipmentId: shipment, delivered, alsoGone, worth, captured } = beyond
  const units = format.quantity(delivered)
  return (
    <Alert color="red" variant="outline" role="alert" title={t('title')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('part', { units, worth: format.money(worth, currency), captured: format.money(captured, currency) })}
        </Text>
        {alsoGone === 0 ? null : (
          <Text size="sm">{t('alsoGone', { shipment, count: alsoGone, units: format.quantity(alsoGone) })}</Text>
        )}
        {onApart === null ? null : (
          <Button size="xs" variant="default" onClick={onApart} style={{ alignSelf: 'flex-start' }}>
            {t('apart')}
          </Button>
        )}
        <Checkbox label={t('meant')} checked={isMeant} onChange={({ currentTarget }) => onMeant(currentTarget.checked)} />
      </Stack>
    </Alert>
  )
}

type RefusalProps = { order: Order; body: LinesUpdate | null; error: Error | null; onReloaded: () => void }

/** Why a request is refused, and what of it by line. Nothing when it is not. */
function Refusal({ order, body, error, onReloaded }: RefusalProps) {
  const lines = isApiError(error) && body !== null ? refusedLines(order, body, error.errors) : []
  return (
    <>
      <WriteProblem orderId={order.id} error={error} onReloaded={onReloaded} />
      {lines.length === 0 ? null : (
        <List size="sm" spacing={2}>
          {lines.map(({ name, texts }) => (
            <List.Item key={name}>
              <strong>{name}</strong>: {texts.join(' ')}
            </List.Item>
          ))}
        </List>
      )}
    </>
  )
}

/**
 * Says what a write to the lines of an order did: how many items, and the money. What failed stays
 * until it is closed.
 */
function useUpdateNotice(order: Order, deed: UnitsAction): (result: WorkflowResult) => void {
  const t = useTranslations('shipping.result')
  const format = useFormat()
  const words = useWords()
  const currency = useOrderCurrency()(order)
  return (result) => {
    const { captured, refunded } = dryRunEffects(order, result)
    const count = changedUnits(order, result, deed)
    const parts = [
      t(deed, { count, shown: format.quantity(count) }),
      captured > 0 ? t('captured', { amount: format.money(captured, currency) }) : null,
      refunded > 0 ? t('refunded', { amount: format.money(refunded, currency) }) : null,
    ].filter((part) => part !== null)
    const failed = result.orderActionExecutionResults.filter(({ actionStatus }) => actionStatus === 'Error')
    const reasons = failed.map(({ actionType, message, errorReason }) =>
      [words('workflowSteps', actionType ?? ''), errorReason ?? message]
        .filter((part) => part !== null && part !== '')
        .join(' – '),
    )
    const isFine = !result.isAborted && failed.length === 0
    notifications.show({
      color: isFine ? 'green' : result.isAborted ? 'red' : 'orange',
      ...(isFine ? {} : { autoClose: false as const }),
      title: result.isAborted ? t('aborted') : null,
      message: [parts.join(', '), ...reasons].join('. '),
      closeButtonProps: { 'aria-label': t('close') },
    })
  }
}

/** How many units were delivered or cancelled, or are in another shipment now. */
function changedUnits(before: Order, { order: after }: WorkflowResult, deed: UnitsAction): number {
  const lines = after === null ? [] : orderChanges(before, after).filter((change) => change.what === 'line')
  const units = lines.map(({ delivered, canceled, moved }) => {
    if (deed === 'deliver') return delivered
    return deed === 'cancel' ? canceled : Math.max(0, moved)
  })
  return exact(units.reduce((sum, one) => sum + one, 0))
}
