import { Alert, Button, Group, NativeSelect, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { Cart } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { type Draft, draftProblem, emptyDraft, fromCart, type PaymentChoice } from './draft.ts'
import { ItemFields } from './item-fields.tsx'
import { NewOrderTexts } from './new-order-texts.tsx'
import { useDraft } from './use-draft.ts'

const payments = ['Invoice', 'Paid', 'Later'] as const satisfies readonly PaymentChoice[]

/** Writes an order by hand, as for a customer on the phone. The address names the draft. */
export function NewOrderPage() {
  return (
    <NewOrderTexts>
      <LoadedDraft />
    </NewOrderTexts>
  )
}

function LoadedDraft() {
  const t = useTranslations('newOrder')
  const { draft } = useSearch({ from: '/orders/new' })
  // The address gets the draft with the first save: what is being typed must not be read again.
  const [cartId] = useState(draft)
  const mayChange = useMay()('changeOrders')
  const found = useQuery({
    queryKey: ['new-order', cartId],
    queryFn: ({ signal }) => gateway.get('/api/cart/{cartId}', { params: { cartId: cartId ?? '' }, signal }),
    enabled: cartId !== undefined,
    // What the person types is newer: the draft is read once.
    staleTime: Number.POSITIVE_INFINITY,
  })
  useTitle(t('title'))
  if (!mayChange) return <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />
  if (cartId === undefined) return <DraftForm cart={null} />
  if (found.data !== undefined) return <DraftForm cart={found.data} />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return <PageSkeleton label={t('loading')} />
}

function DraftForm({ cart: first }: { cart: Cart | null }) {
  const t = useTranslations('newOrder')
  const format = useFormat()
  const currencyOf = useOrderCurrency()
  const names = useConfiguredNames()
  const { store, stores } = useChosenStore()
  const form = useDraft({ draft: first === null ? { ...emptyDraft, storeId: store ?? '' } : fromCart(first), cart: first })
  const { draft, cart, change, saving, creating, create } = form
  useDraftAddress(cart?.id)
  const marketId = names?.stores.find(({ id }) => id === draft.storeId)?.marketId ?? null
  const currency = currencyOf({ billingCurrency: null, marketId })
  const problem = draftProblem(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null && !creating.isPending) create()
  }
  const total = cart === null || cart.total === 0 ? null : format.money(cart.total, currencyOf(cart))
  const options = [{ value: '', label: '' }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <Stack p="md" gap="md" component="form" onSubmit={submit}>
      <Stack gap={4} component="header">
        <Group justify="space-between">
          <TextLink to="/orders">← {t('back')}</TextLink>
          <TextLink to="/orders/drafts">{t('drafts.title')}</TextLink>
        </Group>
        <Title order={1} size="h3">
          {t('title')}
        </Title>
      </Stack>
      <div className="order-columns">
        <Stack>
          <Section title={t('customer.title')}>
            <CustomerFields draft={draft} onChange={change} />
          </Section>
          <Section title={t('items.title')}>
            <ItemFields lines={draft.lines} currency={currency} onChange={(lines) => change({ lines })} />
          </Section>
        </Stack>
        <Stack>
          <Section title={t('delivery.title')}>
            <NativeSelect
              label={t('store')}
              required
              data={options}
              value={draft.storeId}
              onChange={({ currentTarget }) => change({ storeId: currentTarget.value })}
            />
            <DeliveryFields draft={draft} onChange={change} />
          </Section>
          <Section title={t('payment.title')}>
            <PaymentField draft={draft} onChange={(payment) => change({ payment })} />
          </Section>
          <Section title={t('total.title')}>
            <Totals cart={cart} />
            <Problems error={creating.error ?? saving.error} />
            <Button type="submit" mt="sm" fullWidth loading={creating.isPending} disabled={problem !== null || saving.isPending}>
              {total === null ? t('createEmpty') : t('create', { total })}
            </Button>
            <Text size="xs" c="dimmed" mt="xs" role="status">
              {problem !== null ? t(`problems.${problem}`) : saving.isPending ? t('saving') : cart === null ? '' : t('saved')}
            </Text>
          </Section>
        </Stack>
      </div>
    </Stack>
  )
}

/** Puts the draft into the address, so that it can be opened again, by a colleague too. */
function useDraftAddress(cartId: string | undefined): void {
  const navigate = useNavigate({ from: '/orders/new' })
  useEffect(() => {
    if (cartId !== undefined) void navigate({ search: { draft: cartId }, replace: true })
  }, [cartId, navigate])
}

function DeliveryFields({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  const t = useTranslations('newOrder.delivery')
  return (
    <>
      <TextInput
        label={t('shippingMethod')}
        value={draft.shippingMethod}
        onChange={({ currentTarget }) => onChange({ shippingMethod: currentTarget.value })}
      />
      <NumberField
        label={t('shippingPrice')}
        min={0}
        decimalScale={2}
        value={draft.shippingPrice}
        onChange={(shippingPrice) => onChange({ shippingPrice })}
      />
    </>
  )
}

function PaymentField({ draft, onChange }: { draft: Draft; onChange: (choice: PaymentChoice) => void }) {
  const t = useTranslations('newOrder.payment')
  const names = useConfiguredNames()
  const marketId = names?.stores.find(({ id }) => id === draft.storeId)?.marketId ?? ''
  const isOffered = names?.paymentMethods.some(
    ({ hasPaymentLink, markets }) => hasPaymentLink && (markets.length === 0 || markets.includes(marketId)),
  )
  const choices: readonly PaymentChoice[] = isOffered === true ? ['Link', ...payments] : payments
  return (
    <Radio.Group aria-label={t('title')} value={draft.payment} onChange={(chosen) => onChange(chosen as PaymentChoice)}>
      <Stack gap="xs">
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={t(choice)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Totals({ cart }: { cart: Cart | null }) {
  const t = useTranslations('newOrder.total')
  const format = useFormat()
  const currencyOf = useOrderCurrency()
  if (cart === null || cart.orderForm.lineItems.length === 0) return <Text size="sm">{t('pending')}</Text>
  const currency = currencyOf(cart)
  const rows = [
    ['items', cart.orderForm.subTotal],
    ['shipping', cart.orderForm.shippingTotal],
    ['tax', cart.taxTotal],
    ['total', cart.total],
  ] as const
  return (
    <dl className="facts figures">
      {rows.flatMap(([name, amount]) => [
        <dt key={name}>{t(name)}</dt>,
        <dd key={`${name} amount`}>{format.money(amount, currency)}</dd>,
      ])}
    </dl>
  )
}

/** What the API refused; where a colleague has changed the draft, the way to theirs. */
function Problems({ error }: { error: Error | null }) {
  const t = useTranslations('newOrder.takenOver')
  if (error === null) return null
  if (!isApiError(error, 'VersionConflict')) return <ErrorState error={error} />
  return (
    <Alert color="yellow" variant="outline" role="alert" title={t('title')}>
      <Text size="sm">{t('text')}</Text>
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={() => globalThis.location.reload()}>
          {t('reload')}
        </Button>
      </Group>
    </Alert>
  )
}
