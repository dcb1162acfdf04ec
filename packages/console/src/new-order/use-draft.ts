import { useDebouncedCallback } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { Cart, Order } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { gateway } from '../session/gateway.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { type Draft, toCart } from './draft.ts'

const SAVE_AFTER_MS = 500

/**
 * The draft of a person, kept as a cart a moment after each change: the totals are those of the
 * API, and a colleague can take it over.
 */
export function useDraft(first: { draft: Draft; cart: Cart | null }) {
  const [draft, setDraft] = useState(first.draft)
  const [cart, setCart] = useState(first.cart)
  const stores = useConfiguredNames()?.stores
  // Saves follow one another: the next one goes upon the version that the one before has made.
  const last = useRef<Promise<Cart | null>>(Promise.resolve(first.cart))
  const marketId = (storeId: string) => stores?.find(({ id }) => id === storeId)?.marketId
  const saving = useMutation({
    mutationFn: (next: Draft) => {
      const body = toCart(next, { marketId: marketId(next.storeId), paid: null })
      last.current = last.current.catch(() => cart).then((known) => saveCart(known, body))
      return last.current
    },
    onSuccess: setCart,
  })
  const save = useDebouncedCallback((next: Draft) => saving.mutate(next), SAVE_AFTER_MS)
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    save(next)
  }
  const creating = useCreation()
  const create = () => {
    save.cancel()
    creating.mutate({ draft, marketId: marketId(draft.storeId), last: last.current })
  }
  return { draft, cart, change, saving, creating, create }
}

async function saveCart(known: Cart | null, body: ReturnType<typeof toCart>): Promise<Cart> {
  if (known === null) return gateway.post('/api/cart', { body })
  const ifMatch = known.versionId === null ? {} : { ifMatch: known.versionId }
  return gateway.put('/api/cart/{cartId}', { params: { cartId: known.id }, body, ...ifMatch })
}

/**
 * Sends the customer of a new order the link to pay by. The order stays where that fails: the link
 * can be sent from its page.
 */
async function isLinkSent({ id, customerEmail }: Order, idempotencyKey: string): Promise<boolean> {
  const body = { sendEmail: Boolean(customerEmail) }
  const write = { params: { orderId: id }, body, idempotencyKey }
  return gateway.post('/api/Orders/{orderId}/PaymentLink', write).then(
    ({ orderActionExecutionResults }) => orderActionExecutionResults.every(({ actionStatus }) => actionStatus !== 'Error'),
    () => false,
  )
}

/** Creates the order of a draft, with a payment of the total that the API calculated. */
function useCreation() {
  const t = useTranslations('newOrder')
  const keyOf = useIdempotencyKey()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const orderType = useConfiguredNames()?.orderTypes.find(({ isDefault }) => isDefault)?.name
  return useMutation({
    mutationFn: async ({ draft, marketId, last }: { draft: Draft; marketId: string | undefined; last: Promise<Cart | null> }) => {
      const saved = await saveCart(await last, toCart(draft, { marketId, paid: null }))
      const paid = { amount: saved.total, transactionId: saved.id }
      const cart = await saveCart(saved, toCart(draft, { marketId, paid }))
      const order = await gateway.post('/api/cart/{cartId}/CreateOrder', {
        params: { cartId: cart.id },
        query: orderType === undefined ? {} : { orderType },
        idempotencyKey: keyOf(cart.id),
      })
      return { order, isLinked: draft.payment !== 'Link' || (await isLinkSent(order, keyOf(`link of ${cart.id}`))) }
    },
    onSuccess: async ({ order, isLinked }) => {
      notifications.show({ color: 'green', message: t('created', { number: order.orderNumber ?? order.id }) })
      if (!isLinked) notifications.show({ color: 'red', autoClose: false, message: t('linkFailed') })
      await queries.invalidateQueries({ queryKey: ['orders'] })
      await navigate({ to: '/orders/$orderId', params: { orderId: order.id } })
    },
  })
}
