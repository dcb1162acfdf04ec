import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order, ReturnRequest } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RETURN_TYPE, statusMeaning } from '../configuration/status-meaning.ts'
import { useConfiguredNames, useNames } from '../configuration/use-configured-names.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { abortReason } from '../order/move-order.tsx'
import type { OrderActionProps } from '../order/order-action.ts'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { useLineProducts } from '../order/use-line-products.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { type Preview, usePreview } from '../order/use-preview.ts'
import { DryRunProblem, WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { showUndo } from '../shell/undo-notice.tsx'
import { capturedLeft, exponentForCurrency, returnableUnits, shippingLeft, valueReturn } from './return-amounts.ts'
import { ReturnedLine } from './returned-line.tsx'
import { ReturnsTexts } from './returns-texts.tsx'
import { isComplete, newReturn, type Return, toReturnRequest } from './take-back.ts'

/** Registers a return: which units come back, why, and what is to be refunded for them. */
export function TakeBack(props: OrderActionProps) {
  return (
    <ReturnsTexts>
      <TakeBackForm {...props} />
    </ReturnsTexts>
  )
}

function TakeBackForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('returns.takeBack')
  const mayRefund = useMay()('refund')
  const [taken, setTaken] = useState<Return>({ ...newReturn, isRefunded: mayRefund })
  const takingBack = useTakingBack(order, onDone)
  const set = (changes: Partial<Return>) => setTaken({ ...taken, ...changes })
  const { isShippingCredited } = taken
  const names = useConfiguredNames()
  const { canceled: canceledStatuses } = statusMeaning(names?.orderTypes ?? [], RETURN_TYPE)
  const currency = useOrderCurrency()(order)
  const { credit: worth, rounding } = valueReturn(order, taken.lines, { isShippingCredited, currency, canceledStatuses })
  const lines = order.orderForm.lineItems.filter((line) => returnableUnits(line) > 0)
  const products = useLineProducts(order.orderForm.lineItems)
  const isReady = isComplete(taken, worth)
  const body = isReady ? toReturnRequest(taken) : null
  const preview = usePreview(order, body, (request: ReturnRequest, run) =>
    gateway.post('/api/Returns/{orderId}/Return', { ...run, body: request }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) takingBack.mutate(taken)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {lines.map((line, index) => (
        <ReturnedLine
          key={line.lineItemId}
          line={line}
          found={products.get(line.code ?? '')}
          isFirst={index === 0}
          returned={taken.lines.find(({ lineItemId }) => lineItemId === line.lineItemId)}
          onChange={(returned) => {
            const others = taken.lines.filter(({ lineItemId }) => lineItemId !== line.lineItemId)
            set({ lines: returned.units > 0 ? [...others, returned] : others })
          }}
        />
      ))}
      {mayRefund ? <CreditFields {...{ order, taken, worth, currency }} onChange={set} /> : null}
      <Textarea
        label={t('comment')}
        autosize
        maxLength={1_000}
        value={taken.comment}
        onChange={({ currentTarget }) => set({ comment: currentTarget.value })}
      />
      <TakeBackOutcome {...{ order, taken, worth, rounding, currency, preview }} />
      <WriteProblem orderId={order.id} error={takingBack.error} dryRunError={preview.error} onReloaded={takingBack.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!isReady} loading={takingBack.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

type CreditProps = {
  order: Order
  taken: Return
  worth: number
  currency: string | null
  onChange: (changes: Partial<Return>) => void
}

/** What of the money is paid back. */
function CreditFields({ order, taken, worth, currency, onChange }: CreditProps) {
  const t = useTranslations('returns.takeBack')
  const format = useFormat()
  const exponent = exponentForCurrency(currency)
  const shipping = shippingLeft(order.orderForm, exponent)
  const { agreedCredit } = taken
  return (
    <>
      {shipping > 0 ? (
        <Checkbox
          label={t('creditShipment', { amount: format.money(shipping, currency) })}
          checked={taken.isShippingCredited}
          onChange={({ currentTarget }) => onChange({ isShippingCredited: currentTarget.checked })}
        />
      ) : null}
      <Checkbox
        label={t('creditPayment')}
        checked={taken.isRefunded}
        onChange={({ currentTarget }) => onChange({ isRefunded: currentTarget.checked })}
      />
      {taken.isRefunded ? (
        <NumberField
          label={t('agreed', { amount: format.money(worth, currency) })}
          description={t('agreedHelp')}
          allowNegative={false}
          decimalScale={exponent}
          error={agreedCredit !== null && agreedCredit > worth ? t('tooMuch', { amount: format.money(worth, currency) }) : null}
          value={agreedCredit}
          onChange={(amount) => onChange({ agreedCredit: amount })}
        />
      ) : null}
    </>
  )
}

function useTakingBack(order: Order, onDone: () => void) {
  const sayRegistered = useReturnNotice(order)
  return useOrderWrite(order, {
    send: (taken: Return, write) => gateway.post('/api/Returns/{orderId}/Return', { ...write, body: toReturnRequest(taken) }),
    onWritten: (form) => {
      sayRegistered(form)
      onDone()
    },
  })
}

type OutcomeProps = Omit<CreditProps, 'onChange'> & { rounding: number; preview: Preview<{ total: number }> }

/** What a return would be worth, as the API says, or why it would refuse it. */
function TakeBackOutcome({ order, taken, worth, rounding, currency, preview }: OutcomeProps) {
  const t = useTranslations('returns.takeBack')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, currency)
  const isEmpty = !isComplete({ ...taken, agreedCredit: null }, worth)
  if (preview.error !== null) return <DryRunProblem error={preview.error} />
  const amount = money(preview.result?.total ?? worth)
  return (
    <Alert color="blue" variant="outline" title={t('outcome')} role="status">
      <Text size="sm">{isEmpty ? t('nothing') : t(taken.isRefunded ? 'worth' : 'worthWithoutRefund', { amount })}</Text>
      {rounding === 0 || isEmpty ? null : <Text size="sm">{t('rounding', { amount: money(rounding) })}</Text>}
      {taken.isRefunded && !isEmpty ? (
        <Text size="sm">{t('left', { amount: money(capturedLeft(order.orderForm, exponentForCurrency(currency))) })}</Text>
      ) : null}
    </Alert>
  )
}

/**
 * Says that a return is registered, and offers to cancel its form, which gives its units back. A
 * form that was paid back when it was registered cannot be cancelled, nor one whose type has no
 * cancelled status: then it says so.
 */
function useReturnNotice(order: Order): (form: ReturnForm) => void {
  const t = useTranslations('returns')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const names = useNames()
  return ({ returnId, creditAmount, creditPaymentTotal }) => {
    const message = t('takeBack.done', { id: returnId, amount: format.money(creditAmount, currency) })
    const closeLabel = t('close')
    const [status] = statusMeaning(names.data?.orderTypes ?? [], RETURN_TYPE).canceled
    if (status === undefined || creditPaymentTotal > 0) {
      const noUndo = t(creditPaymentTotal > 0 ? 'takeBack.paidBack' : 'takeBack.noUndo')
      return void notifications.show({
        color: 'green',
        message: `${message} ${noUndo}`,
        closeButtonProps: { 'aria-label': closeLabel },
      })
    }
    const undo = async () => {
      // This form and no other one, whatever else has happened to the order: no version is asked
      // for.
      const call = { params: { orderId: order.id }, body: { returnId, status } }
      const reason = abortReason(await gateway.post('/api/Returns/{orderId}/UpdateStatus', call))
      if (reason !== null) throw new Error(reason)
    }
    showUndo({ message, closeLabel, undo })
  }
}
