import { Anchor, Button, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { addressLines } from '../order/customer-card.tsx'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { type Customer, type CustomerOrder, customerOrdersQuery, customerQuery } from './customer-queries.ts'
import { CustomerRights } from './customer-rights.tsx'
import { CustomersTexts } from './customers-texts.tsx'

// Loaded later, with the form fields it needs: the initial bundle has a size budget.
const CustomerNotes = lazy(async () => ({ default: (await import('./customer-notes.tsx')).CustomerNotes }))
const PagePlaces = lazy(async () => ({ default: (await import('../places/page-places.tsx')).PagePlaces }))

/** One customer: orders, contact details and notes. */
export function CustomerPage() {
  return (
    <CustomersTexts>
      <LoadedCustomer />
    </CustomersTexts>
  )
}

function LoadedCustomer() {
  const { customerKey } = useParams({ from: '/customers/$customerKey' })
  const t = useTranslations('customers')
  const { data: customer, error, isPending, refetch } = useQuery(customerQuery(customerKey))
  useTitle(customer?.name ?? customer?.email ?? t('title'))
  if (customer !== undefined) return <CustomerView key={customer.key} customer={customer} />
  if (isPending) return <PageSkeleton label={t('one.loading')} />
  if (isApiError(error, 'NotFound'))
    return <EmptyState title={t('one.notFound.title')} text={t('one.notFound.text')} action={<BackLink />} />
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function CustomerView({ customer }: { customer: Customer }) {
  const t = useTranslations('customers')
  const { isLoading } = useInfiniteQuery(customerOrdersQuery(customer.key))
  return (
    <Stack p="md" gap="md">
      <CustomerHeader customer={customer} />
      <div className="order-columns">
        <Stack data-unsized={isLoading || undefined}>
          <Section title={t('orders.title')}>
            <CustomerOrders customerKey={customer.key} />
          </Section>
        </Stack>
        <Stack>
          <Section title={t('figures.title')}>
            <Figures customer={customer} />
          </Section>
          <Section title={t('notes.title')}>
            <Suspense fallback={<Loader size="sm" data-unsized />}>
              <CustomerNotes customer={customer} />
            </Suspense>
          </Section>
          <Section title={t('contacts.title')}>
            <Contacts customer={customer} />
          </Section>
          <Section title={t('addresses.title')}>
            <Addresses customer={customer} />
          </Section>
          <Suspense>
            <PagePlaces page="customer" id={customer.key} values={customerValues(customer)} />
          </Suspense>
          <CustomerRights customerKey={customer.key} />
        </Stack>
      </div>
    </Stack>
  )
}

const customerValues = ({ key, customerId, email }: Customer) => ({ customerKey: key, customerId, email })

function CustomerHeader({ customer }: { customer: Customer }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const mayReadProducts = useMay()('readProducts')
  const { name, email, phone, customerNumber, customerId, customerType, firstOrdered } = customer
  const facts = [
    customerType === 'B2B' ? t('business') : null,
    customerNumber === null ? null : t('one.number', { number: customerNumber }),
    t('one.since', { day: format.day(firstOrdered) }),
  ]
  return (
    <Stack gap={4} component="header">
      <BackLink />
      <Title order={1} size="h3">
        {name ?? email ?? phone ?? t('unnamed')}
      </Title>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Text>
        {customerType === 'B2B' && customerId !== null && mayReadProducts ? (
          <TextLink to="/catalogue/business-customers/$id" params={{ id: customerId }}>
            {t('one.businessPage')}
          </TextLink>
        ) : null}
      </Group>
    </Stack>
  )
}

function BackLink() {
  const t = useTranslations('customers.one')
  return <TextLink to="/customers">← {t('back')}</TextLink>
}

function Figures({ customer }: { customer: Customer }) {
  const t = useTranslations('customers.figures')
  const format = useFormat()
  const { figures, orderCount, returnCount, lastOrder } = customer
  const sums = (of: 'turnover' | 'returned') =>
    figures.map((each) => <div key={each.currency}>{format.money(each[of], each.currency)}</div>)
  return (
    <dl className="facts figures">
      <dt>{t('orders')}</dt>
      <dd>{format.count(orderCount)}</dd>
      <dt>{t('turnover')}</dt>
      <dd>{sums('turnover')}</dd>
      <dt>{t('returns')}</dt>
      <dd>{format.count(returnCount)}</dd>
      <dt>{t('returned')}</dt>
      <dd>{sums('returned')}</dd>
      <dt>{t('last')}</dt>
      <dd>{format.day(lastOrder.created)}</dd>
    </dl>
  )
}

function Contacts({ customer: { contacts } }: { customer: Customer }) {
  const t = useTranslations('customers.contacts')
  const format = useFormat()
  if (contacts.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Stack gap="sm">
      {contacts.map(({ name, email, phone, lastUsed }) => (
        <div key={JSON.stringify([name, email, phone])}>
          <Text size="sm" className="note-text">
            {name}
          </Text>
          {email === null ? null : (
            <Anchor size="sm" href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} className="note-text">
              {email}
            </Anchor>
          )}{' '}
          {phone === null ? null : (
            <Anchor size="sm" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              {phone}
            </Anchor>
          )}
          <Text size="xs" c="dimmed">
            {t('lastUsed', { day: format.day(lastUsed) })}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

function Addresses({ customer: { addresses } }: { customer: Customer }) {
  const t = useTranslations('customers.addresses')
  const locale = useLocale()
  if (addresses.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Stack gap="sm">
      {addresses.map(({ address, uses, lastUsed }) => (
        <div key={JSON.stringify([lastUsed, address])}>
          <Text size="xs" c="dimmed">
            {uses.map((use) => t(use)).join(' · ')}
          </Text>
          <Text component="address" size="sm" fs="normal" className="note-text">
            {addressLines(address, locale).join('\n')}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

/** The orders of a customer, newest first. */
function CustomerOrders({ customerKey }: { customerKey: string }) {
  const t = useTranslations('customers.orders')
  const found = useInfiniteQuery(customerOrdersQuery(customerKey))
  if (found.isPending) return <Loader size="sm" />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Stack gap="xs">
      <Table verticalSpacing={6} horizontalSpacing={6} aria-label={t('table')} className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('number')}</Table.Th>
            <Table.Th>{t('created')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('payment')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('fulfilment')}</Table.Th>
            <Table.Th ta="right">{t('total')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.data.pages.flatMap(({ result }) => result.map((order) => <OrderRow key={order.id} order={order} />))}
        </Table.Tbody>
      </Table>
      {found.hasNextPage ? (
        <Button variant="default" size="xs" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function OrderRow({ order }: { order: CustomerOrder }) {
  const format = useFormat()
  const words = useWords()
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/orders/$orderId" params={{ orderId: order.id }}>
          {order.orderNumber ?? order.id}
        </TextLink>
      </Table.Td>
      <Table.Td>{format.day(order.created)}</Table.Td>
      <Table.Td visibleFrom="sm">{words('orderPaymentStatuses', order.paymentStatus)}</Table.Td>
      <Table.Td visibleFrom="sm">
        {order.fulfilmentStatus === null ? '–' : words('fulfilmentStatuses', order.fulfilmentStatus)}
      </Table.Td>
      <Table.Td ta="right">{format.money(order.total, order.currency)}</Table.Td>
    </Table.Tr>
  )
}
