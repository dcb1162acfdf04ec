import { Badge, Group, List, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { RETURN_TYPE, statusMeaning } from '../configuration/status-meaning.ts'
import { useNames } from '../configuration/use-configured-names.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { TextLink } from '../shell/text-link.tsx'
import { ReturnsTexts } from './returns-texts.tsx'

/**
 * What was taken back of an order, newest first: in which state it is, and whether its money is
 * paid back.
 */
export function OrderReturns({ order }: { order: Order }) {
  return (
    <ReturnsTexts>
      <ReturnList order={order} />
    </ReturnsTexts>
  )
}

function ReturnList({ order }: { order: Order }) {
  const { data: names } = useNames()
  const currency = useOrderCurrency()(order)
  const { canceled } = statusMeaning(names?.orderTypes ?? [], RETURN_TYPE)
  return (
    <Stack gap="md">
      {order.returnOrderForms.toReversed().map((form) => (
        <ReturnFacts
          key={form.returnId}
          {...{ orderId: order.id, form, currency }}
          isCanceled={form.status !== null && canceled.includes(form.status)}
        />
      ))}
    </Stack>
  )
}

type FactsProps = { orderId: string; form: ReturnForm; currency: string | null; isCanceled: boolean }

function ReturnFacts({ orderId, form, currency, isCanceled }: FactsProps) {
  const t = useTranslations('returns.list')
  const format = useFormat()
  // Returns have a type of their own, which their forms do not name.
  const nameOf = useStatusNames()
  const storeName = useStoreNames()
  const store = form.storeId === null ? null : storeName(form.storeId)
  const facts = [format.time(form.created), form.rmaNumber, store, form.userId].filter((fact) => fact !== null)
  return (
    <div>
      <Group gap="xs">
        <TextLink to="/returns/$orderId/$returnId" params={{ orderId, returnId: form.returnId }} fw={600}>
          {t('name', { id: form.returnId })}
        </TextLink>
        {form.status === null ? null : (
          <Badge variant="light" tt="none">
            <CodeText code={form.status} name={nameOf(form.status)} />
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <ReturnOutcome {...{ form, currency, isCanceled }} />
    </div>
  )
}

/** What comes back with a return, and whether it is paid back. */
export function ReturnOutcome({
  form,
  currency,
  isCanceled,
}: {
  form: ReturnForm
  currency: string | null
  isCanceled: boolean
}) {
  const t = useTranslations('returns.list')
  const format = useFormat()
  return (
    <>
      <List size="sm" spacing={2}>
        {form.lineItems.map((line) => (
          <List.Item key={line.lineItemId}>
            {[
              t('line', { units: format.quantity(line.quantity), item: line.displayName ?? line.code ?? line.lineItemId }),
              line.returnReason,
              line.updateStock ? t('restocked') : null,
            ]
              .filter((part) => part !== null && part !== '')
              .join(' – ')}
          </List.Item>
        ))}
        {form.shippingCreditedTotal > 0 ? (
          <List.Item>{t('shipping', { amount: format.money(form.shippingCreditedTotal, currency) })}</List.Item>
        ) : null}
      </List>
      <Text size="sm" className="figures">
        {isCanceled ? t('canceled') : <RefundState {...{ form, currency }} />}
      </Text>
      {form.returnComment === null ? null : (
        <Text size="sm" className="note-text">
          {form.returnComment}
        </Text>
      )}
    </>
  )
}

/** Whether the money of a return is paid back. */
function RefundState({ form, currency }: { form: ReturnForm; currency: string | null }) {
  const t = useTranslations('returns.list')
  const format = useFormat()
  const credit = format.money(form.creditAmount, currency)
  const refunded = format.money(form.creditPaymentTotal, currency)
  if (!form.creditPayment) return t('noRefund')
  if (form.creditPaymentTotal === 0) return t('notRefunded', { credit })
  return form.creditPaymentTotal < form.creditAmount ? t('partlyRefunded', { credit, refunded }) : t('refunded', { refunded })
}
