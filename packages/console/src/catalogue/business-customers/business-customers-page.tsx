import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import type { BusinessCustomer } from '@open-oms/client/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { ListSkeleton } from '../../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { CatalogueFrame } from '../catalogue-frame.tsx'
import { MoreButton } from '../more-button.tsx'
import { customersQuery } from './customer-queries.ts'

/**
 * The companies that buy, by id. The API lists them and reads one by its id; it does not search
 * them.
 */
export function BusinessCustomersPage() {
  const t = useTranslations('catalogue.customers')
  const found = useInfiniteQuery(customersQuery())
  const customers = found.data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <CatalogueFrame page="customers">
      <OpenById />
      {found.isPending ? <ListSkeleton label={t('loading')} /> : null}
      {found.isError && customers.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isSuccess && customers.length === 0 ? <EmptyState title={t('none.title')} text={t('none.text')} /> : null}
      {customers.length > 0 ? <CustomerTable customers={customers} /> : null}
      {found.hasNextPage ? (
        <div>
          <MoreButton isLoading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()} />
        </div>
      ) : null}
    </CatalogueFrame>
  )
}

function OpenById() {
  const t = useTranslations('catalogue.customers')
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() !== '') void navigate({ to: '/catalogue/business-customers/$id', params: { id: id.trim() } })
  }
  return (
    <form onSubmit={open}>
      <Group gap="xs" align="end">
        <TextInput size="xs" label={t('id')} value={id} onChange={({ currentTarget }) => setId(currentTarget.value)} />
        <Button type="submit" size="xs" variant="default" disabled={id.trim() === ''}>
          {t('open')}
        </Button>
      </Group>
    </form>
  )
}

function CustomerTable({ customers }: { customers: readonly BusinessCustomer[] }) {
  const t = useTranslations('catalogue.customers')
  const format = useFormat()
  return (
    <Table verticalSpacing={6} highlightOnHover aria-label={t('table')} className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('customer')}</Table.Th>
          <Table.Th ta="right">{t('files')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('modified')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {customers.map(({ id, name, assets, modified }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <TextLink to="/catalogue/business-customers/$id" params={{ id }} className="order-link">
                {name ?? id}
              </TextLink>
              <Text size="xs" c="dimmed">
                {id}
              </Text>
            </Table.Td>
            <Table.Td ta="right">{format.count(assets.length)}</Table.Td>
            <Table.Td visibleFrom="sm">{format.time(modified)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
