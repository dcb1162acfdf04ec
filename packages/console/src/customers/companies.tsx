import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { TextLink } from '../shell/text-link.tsx'
import { companiesBeside, companiesQuery, type FoundCustomer } from './customer-queries.ts'

/** Business customers that a text finds and that have no order among those that were found. */
export function Companies({ text, found }: { text: string; found: readonly FoundCustomer[] }) {
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
