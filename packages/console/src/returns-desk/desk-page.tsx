import { Loader, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { RETURN_TYPE } from '../configuration/status-meaning.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { isOpenToChanges } from '../order/offered-actions.ts'
import { orderQuery } from '../order/order-queries.ts'
import { Mark, useStatusTones } from '../orders/order-marks.tsx'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { stageIn } from './desk-view.ts'
import { ReturnsDeskTexts } from './returns-desk-texts.tsx'
import { useDeskStatuses } from './use-desk-statuses.ts'
import type { ReturnAtDesk } from './use-return-step.ts'
import '../order-page/order-page.css'

// They count money; the first load has a budget.
const DeskForm = lazy(async () => ({ default: (await import('./desk-form.tsx')).DeskForm }))
const ReturnResult = lazy(async () => ({ default: (await import('./return-result.tsx')).ReturnResult }))

/** One return at the desk: what was announced, what has come in, and what is paid back. */
export function DeskPage() {
  return (
    <ReturnsDeskTexts>
      <LoadedReturn />
    </ReturnsDeskTexts>
  )
}

function LoadedReturn() {
  const { orderId, returnId } = useParams({ from: '/returns/$orderId/$returnId' })
  const t = useTranslations('returnsDesk')
  const { data: order, error, isPending, refetch } = useQuery(orderQuery(orderId))
  const form = order?.returnOrderForms.find((one) => one.returnId === returnId)
  useTitle(t('name', { id: returnId }))
  const missing = <EmptyState title={t('missing.title')} text={t('missing.text', { id: returnId })} action={<BackLink />} />
  if (order !== undefined) return form === undefined ? missing : <ReturnView order={order} form={form} />
  if (isPending) return <Loader m="xl" role="status" aria-label={t('loading')} />
  if (isApiError(error, 'NotFound')) return missing
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function BackLink() {
  const t = useTranslations('returnsDesk')
  return <TextLink to="/returns">← {t('back')}</TextLink>
}

function ReturnView({ order, form }: ReturnAtDesk) {
  const t = useTranslations('returnsDesk')
  const nameOf = useStatusNames()
  const toneOf = useStatusTones()
  const statuses = useDeskStatuses()
  const mayChange = useMay()('changeOrders') && isOpenToChanges(order)
  const status = form.status ?? ''
  const stage = statuses === undefined ? null : stageIn(statuses, form.status)
  const isAtWork = mayChange && (stage === 'awaited' || stage === 'received')
  return (
    <Stack p="md" gap="sm" maw={1100}>
      <Stack gap={4} component="header">
        <BackLink />
        <div className="order-chips">
          <Title order={1} size="h3">
            {form.rmaNumber ?? t('ofOrder', { id: form.returnId, order: order.orderNumber ?? order.id })}
          </Title>
          <Mark tone={toneOf(status, RETURN_TYPE)}>{nameOf(status, RETURN_TYPE)}</Mark>
        </div>
      </Stack>
      <div className="order-columns">
        <Stack>
          <Suspense fallback={<Loader m="xl" role="status" aria-label={t('loading')} />}>
            {isAtWork && statuses !== undefined ? (
              // Another step begins with what the return has then.
              <DeskForm key={stage} {...{ order, form, statuses, stage }} />
            ) : (
              <ReturnResult {...{ order, form, isRejected: stage === 'rejected' }} />
            )}
          </Suspense>
        </Stack>
        <Section title={t('name', { id: form.returnId })}>
          <ReturnFacts order={order} form={form} />
        </Section>
      </div>
    </Stack>
  )
}

function ReturnFacts({ order, form }: ReturnAtDesk) {
  const t = useTranslations('returnsDesk.facts')
  const format = useFormat()
  const storeName = useStoreNames()
  const contact = [order.customerName, order.customerEmail, order.customerPhone].filter(Boolean)
  return (
    <dl className="facts figures">
      <dt>{t('order')}</dt>
      <dd>
        <TextLink to="/orders/$orderId" params={{ orderId: order.id }}>
          {order.orderNumber ?? order.id}
        </TextLink>
      </dd>
      <dt>{t('customer')}</dt>
      <dd>
        {contact.length === 0
          ? '–'
          : contact.map((one) => (
              <Text key={one} size="sm">
                {one}
              </Text>
            ))}
      </dd>
      {form.rmaNumber === null ? null : (
        <>
          <dt>{t('rma')}</dt>
          <dd>{form.rmaNumber}</dd>
        </>
      )}
      <dt>{t('created')}</dt>
      <dd>{format.time(form.created)}</dd>
      <dt>{t('store')}</dt>
      <dd>{storeName(form.storeId ?? order.storeId)}</dd>
      {form.replacementOrderIds.length === 0 ? null : (
        <>
          <dt>{t('replacement')}</dt>
          <dd>
            {form.replacementOrderIds.map((orderId) => (
              <TextLink key={orderId} to="/orders/$orderId" params={{ orderId }} mr="xs">
                {orderId}
              </TextLink>
            ))}
          </dd>
        </>
      )}
      {form.returnComment === null ? null : (
        <>
          <dt>{t('comment')}</dt>
          <dd className="note-text">{form.returnComment}</dd>
        </>
      )}
    </dl>
  )
}
