import { Group, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { BusinessCustomer } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { useTitle } from '../../display/use-title.ts'
import { useMay } from '../../session/use-session.ts'
import { Section } from '../../shell/section.tsx'
import { PageSkeleton } from '../../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { AssetFiles } from '../assets/asset-files.tsx'
import { FactList } from '../fact-list.tsx'
import { MarkSection } from '../marks/mark-section.tsx'
import { customerQuery } from './customer-queries.ts'
import { RenameCustomer } from './rename-customer.tsx'

/** One company that buys, with its files and marks. */
export function BusinessCustomerPage() {
  const { id } = useParams({ from: '/catalogue/business-customers/$id' })
  const t = useTranslations('catalogue.customers')
  const { data: customer, error, isPending, refetch } = useQuery(customerQuery(id))
  useTitle(customer?.name ?? id)
  if (customer !== undefined) return <CustomerView customer={customer} />
  if (isPending) return <PageSkeleton label={t('loading')} />
  if (isApiError(error, 'NotFound')) {
    return <EmptyState title={t('notFound.title', { id })} text={t('notFound.text')} action={<BackLink />} />
  }
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function CustomerView({ customer }: { customer: BusinessCustomer }) {
  const t = useTranslations('catalogue')
  const format = useFormat()
  const mayChange = useMay()('changeProducts')
  const { id, name, modified, assets, properties } = customer
  const owner = { kind: 'customer', id } as const
  return (
    <Stack p="md" gap="md">
      <Stack gap={4} component="header">
        <BackLink />
        <Group justify="space-between">
          <Title order={1} size="h3">
            {name ?? id}
          </Title>
          {mayChange ? <RenameCustomer customer={customer} /> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {[id, t('product.modified', { time: format.time(modified) })].join(' · ')}
        </Text>
      </Stack>
      <div className="order-columns">
        <Stack>
          <Section title={t('assets.title')}>
            <AssetFiles owner={owner} assets={assets} />
          </Section>
          <MarkSection owner={owner} assets={assets} />
        </Stack>
        <Section title={t('customers.facts')}>
          <FactList facts={[]} properties={properties} />
        </Section>
      </div>
    </Stack>
  )
}

function BackLink() {
  const t = useTranslations('catalogue.pages')
  return <TextLink to="/catalogue/business-customers">← {t('customers')}</TextLink>
}
