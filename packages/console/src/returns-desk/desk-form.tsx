import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { OrderTexts } from '../order/order-texts.tsx'
import { useLineProducts } from '../order/use-line-products.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { RefundPreview, refundPreviewQuery, useRefundNotice } from '../returns/refund-form.tsx'
import { exponentForCurrency, refundDue } from '../returns/return-amounts.ts'
import { ReturnsTexts } from '../returns/returns-texts.tsx'
import { Section } from '../shell/section.tsx'
import { ArrivedRow } from './arrived-row.tsx'
import {
  arrivedUnits,
  buildReturnPatch,
  countedLines,
  type DeskEdit,
  isCounted,
  isMoneyChanged,
  mostOf,
  toDeskEdit,
} from './desk-edit.ts'
import type { DeskStatuses, Stage } from './desk-view.ts'
import { RejectReturn } from './reject-return.tsx'
import { type ReturnAtDesk, useReturnStep } from './use-return-step.ts'

type DeskFormProps = ReturnAtDesk & { statuses: DeskStatuses; stage: Stage | null }

/** Counts what came in of a return, says in which condition and where it goes, and pays back. */
export function DeskForm(props: DeskFormProps) {
  return (
    <OrderTexts>
      <ReturnsTexts>
        <CountedReturn {...props} />
      </ReturnsTexts>
    </OrderTexts>
  )
}

function CountedReturn({ order, form, statuses, stage }: DeskFormProps) {
  const t = useTranslations('returnsDesk')
  const [edit, setEdit] = useState(() => toDeskEdit(form))
  const products = useLineProducts(order.orderForm.lineItems)
  // A shop that has no status for it looks at what comes in and pays at once.
  const isReceiving = stage === 'awaited' && statuses.received.length > 0
  const set = (changes: Partial<DeskEdit>) => setEdit({ ...edit, ...changes })
  const change = (index: number, line: DeskEdit['lines'][number]) => set({ lines: edit.lines.with(index, line) })
  return (
    <Section title={t(isReceiving ? 'receive.title' : 'inspect.title')}>
      <Stack>
        {isReceiving ? <Text size="sm">{t('receive.help')}</Text> : null}
        {countedLines(form).map((line, index) => {
          const arrived = edit.lines[index]
          return arrived === undefined ? null : (
            <ArrivedRow
              key={line.lineItemId}
              {...{ line, arrived }}
              found={products.get(line.code ?? '')}
              most={mostOf(order, line)}
              onChange={(changed) => change(index, changed)}
            />
          )
        })}
        {isReceiving ? (
          <Receiving {...{ order, form, statuses, edit }} />
        ) : (
          <Inspection {...{ order, form, statuses, edit, onChange: set }} />
        )}
      </Stack>
    </Section>
  )
}

type StepProps = ReturnAtDesk & { statuses: DeskStatuses; edit: DeskEdit }

function Receiving({ order, form, statuses, edit }: StepProps) {
  const t = useTranslations('returnsDesk.receive')
  const format = useFormat()
  const { returnId } = form
  const words = { count: arrivedUnits(edit), shown: format.quantity(arrivedUnits(edit)) }
  const receiving = useReturnStep({ order, form }, () =>
    notifications.show({ color: 'green', message: t('done', { id: returnId, ...words }) }),
  )
  const [status = null] = statuses.received
  return (
    <>
      <WriteProblem orderId={order.id} error={receiving.error} onReloaded={receiving.reset} />
      <Group justify="space-between" className="desk-buttons">
        <RejectReturn {...{ order, form, statuses }} />
        <Button
          disabled={!isCounted(edit)}
          loading={receiving.isPending}
          onClick={() => receiving.mutate({ patch: buildReturnPatch(form, edit), status })}
        >
          {t('submit', words)}
        </Button>
      </Group>
    </>
  )
}

function Inspection({ order, form, statuses, edit, onChange }: StepProps & { onChange: (changes: Partial<DeskEdit>) => void }) {
  const t = useTranslations('returnsDesk.inspect')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const { returnId, total, creditPayment } = form
  const sayRefunded = useRefundNotice(order)
  const step = useReturnStep({ order, form }, (result, status) => {
    if (result === null || status === null) notifications.show({ color: 'green', message: t('saved', { id: returnId }) })
    else if (due > 0) sayRefunded(result, { returnId, status })
    else notifications.show({ color: 'green', message: t('completed', { id: returnId }) })
  })
  const [status = null] = statuses.paid
  const patch = buildReturnPatch(form, edit)
  const isStale = isMoneyChanged(form, edit)
  const trial = useQuery(refundPreviewQuery(order, { returnId, status: isStale ? null : status }))
  const due = refundDue(order, form, currency)
  const money = (amount: number) => format.money(amount, currency)
  const isTooMuch = edit.refund !== null && edit.refund > total && !isStaleGoods(form, edit)
  const isReady = isCounted(edit) && edit.refund !== null && !isTooMuch
  return (
    <>
      {creditPayment ? (
        <NumberField
          label={t('refund', { amount: money(total) })}
          maw={260}
          allowNegative={false}
          decimalScale={exponentForCurrency(currency)}
          error={isTooMuch ? t('tooMuch', { amount: money(total) }) : null}
          value={edit.refund}
          onChange={(refund) => onChange({ refund })}
        />
      ) : null}
      {isStale ? (
        <Alert variant="outline" color="blue" role="status" title={t('saveFirst')} />
      ) : status === null ? null : (
        <RefundPreview {...{ order, returnId, status }} />
      )}
      <WriteProblem orderId={order.id} error={step.error} dryRunError={trial.error} onReloaded={step.reset} />
      <Group justify="space-between" className="desk-buttons">
        <RejectReturn {...{ order, form, statuses }} />
        <Group gap="xs">
          <Button
            variant={isStale ? 'filled' : 'default'}
            disabled={patch === null || !isReady}
            loading={step.isPending}
            onClick={() => step.mutate({ patch, status: null })}
          >
            {t('save')}
          </Button>
          {isStale || status === null ? null : (
            <Button disabled={!isReady} loading={step.isPending} onClick={() => step.mutate({ patch, status })}>
              {due > 0 ? t('submit', { amount: money(due) }) : t('complete')}
            </Button>
          )}
        </Group>
      </Group>
    </>
  )
}

/** Whether other goods came back than the form says: what these are worth is not known yet. */
function isStaleGoods(form: ReturnAtDesk['form'], edit: DeskEdit): boolean {
  return isMoneyChanged(form, { ...edit, refund: form.creditAmount })
}
