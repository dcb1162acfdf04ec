import { Alert, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { useMay } from '../session/use-session.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { ErrorState, NothingFound } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { companiesBeside, companiesQuery, customersQuery, type FoundCustomer } from './customer-queries.ts'
import { CustomersTexts } from './customers-texts.tsx'

/** Who has ordered, found by name, e-mail address, phone or number. */
export function CustomersPage() {
  return (
    <CustomersTexts>
      <Customers />
    </CustomersTexts>
  )
}

function Customers() {
  const t = useTranslations('customers')
  const { text } = useSearch({ from: '/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const found = useQuery(customersQuery(text))
  const search = (typed: string) => void navigate({ search: typed === '' ? {} : { text: typed }, replace: true })
  useTitle(t('title'))
  return (
    <Stack component="section" gap="xs" px="md" py="sm" aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      <FilterField label={t('search')} value={text ?? ''} width={360} onChange={search} />
      {found.data?.hasMore && text !== undefined ? (
        <Alert variant="outline" color="yellow" role="status">
          {t('hasMore')}
        </Alert>
      ) : null}
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <ListSkeleton label={t('loading')} /> : null}
      {found.data?.result.length === 0 ? (
        <NothingFound texts="customers.empty" isNarrowed={text !== undefined} onClear={() => search('')} />
      ) : null}
      {found.data !== undefined && found.data.result.length > 0 ? <CustomerTable customers={found.data.result} /> : null}
      {found.data !== undefined && text !== undefined ? <Companies text={text} found={found.data.result} /> : null}
    </Stack>
  )
}

function CustomerTable({ customers }: { customers: readonly FoundCustomer[] }) {
  const t = useTranslations('customers.columns')
  return (
    <Table highlightOnHover verticalSpacing={6} horizontalSpacing={6} aria-label={t('table')} className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('contact')}</Table.Th>
          <Table.Th ta="right">{t('orders')}</Table.Th>
          <Table.Th ta="right">{t('turnover')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('last')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {customers.map((customer) => (
          <CustomerRow key={customer.key} customer={customer} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function CustomerRow({ customer }: { customer: FoundCustomer }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const { key, name, email, phone, orderCount, figures, lastOrder, customerType } = customer
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/customers/$customerKey" params={{ customerKey: key }} fw={600}>
          {name ?? email ?? phone ?? t('unnamed')}
        </TextLink>
        {customerType === 'B2B' ? (
          <Text span size="xs" c="dimmed" ml="xs">
            {t('business')}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {[email, phone].filter(Boolean).join(' · ') || '–'}
      </Table.Td>
      <Table.Td ta="right">{format.count(orderCount)}</Table.Td>
      <Table.Td ta="right">
        {figures.map(({ currency, turnover }) => (
          <div key={currency}>{format.money(turnover, currency)}</div>
        ))}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <TextLink to="/orders/$orderId" params={{ orderId: lastOrder.id }}>
          {lastOrder.orderNumber ?? lastOrder.id}
        </TextLink>{' '}
        <Text span size="xs" c="dimmed">
          {format.day(lastOrder.created)}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

/** Business customers that a text finds and that have no order among those that were found. */
function Companies({ text, found }: { text: string; found: readonly FoundCustomer[] }) {
  const t = useTranslations('customers.companies')
  const { data } = useQuery({ ...companiesQuery(text), enabled: useMay()('readProducts') })
  const others = companiesBeside(data?.result ?? [], found)
  if (others.length === 0) return null
  return (
    <Stack component="section" gap={4} aria-labelledby="companies">
      <Title order={2} size="h5" id="companies">
        {t('title')}
      </Title>
      {others.map(({ id, name }) => (
        <div key={id}>
          <TextLink to="/catalogue/business-customers/$id" params={{ id }} fw={600}>
            {name ?? id}
          </TextLink>{' '}
          <Text span size="xs" c="dimmed">
            {id}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
