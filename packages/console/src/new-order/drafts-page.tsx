import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { CartSummary } from '@open-oms/client/types'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { ButtonLink, TextLink } from '../shell/text-link.tsx'
import { SALES_CHANNEL } from './draft.ts'
import { NewOrderTexts } from './new-order-texts.tsx'

const DRAFTS = 50

const draftsQuery = (store: string | null) =>
  infiniteQueryOptions({
    queryKey: ['drafts', store],
    queryFn: ({ pageParam, signal }) => {
      const ofStore = store === null ? {} : { storeId: store }
      const position = pageParam === null ? {} : { after: pageParam }
      return gateway.get('/api/cart', {
        query: { salesChannel: SALES_CHANNEL, take: DRAFTS, ...ofStore, ...position },
        signal,
      })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // A colleague may have changed or ordered one meanwhile.
    staleTime: 0,
  })

/** The orders that people are writing, which a colleague can go on with. */
export function DraftsPage() {
  return (
    <NewOrderTexts>
      <Drafts />
    </NewOrderTexts>
  )
}

function Drafts() {
  const t = useTranslations('newOrder.drafts')
  const { store } = useChosenStore()
  const mayChange = useMay()('changeOrders')
  const found = useInfiniteQuery(draftsQuery(store))
  const drafts = found.data?.pages.flatMap(({ result }) => result) ?? []
  useTitle(t('title'))
  return (
    <Stack component="section" gap="xs" px="md" py="sm" aria-label={t('title')}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        {mayChange ? (
          <ButtonLink to="/orders/new" variant="default">
            {t('new')}
          </ButtonLink>
        ) : null}
      </Group>
      {found.isError && drafts.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <ListSkeleton label={t('loading')} /> : null}
      {found.isSuccess && drafts.length === 0 ? <EmptyState title={t('empty.title')} text={t('empty.text')} /> : null}
      {drafts.length > 0 ? <DraftTable drafts={drafts} mayChange={mayChange} /> : null}
      {found.hasNextPage ? (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function DraftTable({ drafts, mayChange }: { drafts: readonly CartSummary[]; mayChange: boolean }) {
  const t = useTranslations('newOrder.drafts')
  return (
    <Table highlightOnHover verticalSpacing={6} horizontalSpacing={6} aria-label={t('title')} className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('customer')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('store')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('changed')}</Table.Th>
          <Table.Th ta="right">{t('total')}</Table.Th>
          <Table.Th>
            <span className="for-screen-readers">{t('actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} mayChange={mayChange} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function DraftRow({ draft, mayChange }: { draft: CartSummary; mayChange: boolean }) {
  const t = useTranslations('newOrder.drafts')
  const format = useFormat()
  const storeName = useStoreNames()
  const currency = useOrderCurrency()(draft)
  const { id, storeId, customerName, modified, modifiedBy, total, lineCount } = draft
  const name = customerName || t('nobody')
  const changed = [format.time(modified), modifiedBy].filter(Boolean).join(' · ')
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {mayChange ? (
          <TextLink to="/orders/new" search={{ draft: id }} fw={600}>
            {name}
          </TextLink>
        ) : (
          name
        )}
        <Text size="xs" c="dimmed">
          {t('items', { count: lineCount })}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {changed}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{storeId === null ? '–' : storeName(storeId)}</Table.Td>
      <Table.Td visibleFrom="sm">{changed}</Table.Td>
      <Table.Td ta="right">{format.money(total, currency)}</Table.Td>
      <Table.Td ta="right">{mayChange ? <Discard id={id} name={name} /> : null}</Table.Td>
    </Table.Tr>
  )
}

/** Asks once more before a draft is deleted permanently. */
function Discard({ id, name }: { id: string; name: string }) {
  const t = useTranslations('newOrder.drafts')
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const discarding = useMutation({
    mutationFn: () => gateway.delete('/api/cart/{cartId}', { params: { cartId: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['drafts'] }),
  })
  return (
    <Button
      size="compact-xs"
      variant={isAsking ? 'filled' : 'default'}
      color="red.9"
      loading={discarding.isPending}
      aria-label={t(isAsking ? 'discardNowOf' : 'discardOf', { name })}
      onClick={() => (isAsking ? discarding.mutate() : setAsking(true))}
      onBlur={() => setAsking(false)}
    >
      {t(isAsking ? 'discardNow' : 'discard')}
    </Button>
  )
}
