import { Loader, Text } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'

const SHOWN = 10

function containingQuery({ productId }: Product) {
  return queryOptions({
    queryKey: ['catalogue', 'containing', productId],
    queryFn: ({ signal }) => {
      const body = { componentIds: [productId], take: SHOWN, disableFacets: true }
      return gateway.post('/api/products/SearchProducts', { body, signal })
    },
  })
}

/** The packages that a product is a component of. */
export function ContainingPackages({ product }: { product: Product }) {
  const t = useTranslations('catalogue.containing')
  const { data, error, isPending, refetch } = useQuery(containingQuery(product))
  if (isPending) return <Loader size="sm" role="status" aria-label={t('loading')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.totalHits === 0) return <Text c="dimmed">{t('none')}</Text>
  return (
    <>
      <ul className="plain-list">
        {data.result.map(({ productId, name }) => (
          <li key={productId}>
            <TextLink to="/catalogue/products/$productId" params={{ productId }}>
              {name ?? productId}
            </TextLink>
          </li>
        ))}
      </ul>
      {data.totalHits > SHOWN ? (
        <TextLink to="/catalogue" search={{ contains: product.productId }}>
          {t('all', { count: data.totalHits })}
        </TextLink>
      ) : null}
    </>
  )
}
