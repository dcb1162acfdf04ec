import { Group, Loader, Stack, Text } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../session/use-session.ts'
import { FilterField } from '../../shell/filter-field.tsx'
import { Section } from '../../shell/section.tsx'
import { EmptyState, ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { AssetMenu } from '../assets/asset-menu.tsx'
import { carriedAssetsQuery, carriersQuery } from '../assets/asset-queries.ts'
import { isMark } from '../assets/stored-file.ts'
import { CatalogueFrame } from '../catalogue-frame.tsx'
import { MoreButton } from '../more-button.tsx'
import { MarkAddress } from './mark-address.tsx'

const ROWS = 50

/** What carries a mark. The API finds marks by their codes; it has no list of them. */
export function MarksPage() {
  const t = useTranslations('catalogue.marks')
  const { mark } = useSearch({ from: '/catalogue/marks' })
  const navigate = useNavigate({ from: '/catalogue/marks' })
  const show = (code: string) => void navigate({ search: code === '' ? {} : { mark: code }, replace: true })
  return (
    <CatalogueFrame page="marks">
      <Group>
        <FilterField label={t('code')} value={mark ?? ''} width={320} onChange={show} />
      </Group>
      {mark === undefined ? <EmptyState title={t('start.title')} text={t('start.text')} /> : <MarkUsage key={mark} mark={mark} />}
    </CatalogueFrame>
  )
}

function MarkUsage({ mark }: { mark: string }) {
  const t = useTranslations('catalogue.marks')
  const found = useQuery(carriedAssetsQuery(mark))
  if (found.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const marks = found.data.filter(isMark)
  const [first] = marks
  if (first === undefined) {
    const reason = found.data.length > 0 ? 'isFile' : 'notFound'
    return <EmptyState title={t(`${reason}.title`, { mark })} text={t(`${reason}.text`)} />
  }
  return (
    <div className="order-columns">
      <Section title={t('carriers', { count: marks.length })}>
        <Carriers marks={marks} />
      </Section>
      <MarkCard mark={first} />
    </div>
  )
}

function MarkCard({ mark }: { mark: Asset }) {
  const t = useTranslations('catalogue.marks')
  const mayChange = useMay()('changeProducts')
  const title = mark.name ?? mark.assetId ?? ''
  // Any product will do: a write acts on all that carry the mark.
  const owner = { kind: 'product', productId: mark.parentId ?? '', variantSku: null } as const
  return (
    <Section title={title} aside={<AssetMenu owner={owner} asset={mark} mayChange={mayChange} />}>
      <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" c="dimmed">
          {[mark.assetId, mark.purpose].filter(Boolean).join(' · ')}
        </Text>
        {mark.description === null ? null : <Text size="sm">{mark.description}</Text>}
        <MarkAddress mark={mark} />
        <Text size="sm">{mark.altText === null ? t('noAltText') : t('altTextIs', { text: mark.altText })}</Text>
      </Stack>
    </Section>
  )
}

/** The products and variants that carry the mark, with the names of those that are shown. */
function Carriers({ marks }: { marks: readonly Asset[] }) {
  const t = useTranslations('catalogue.marks')
  const [count, setCount] = useState(ROWS)
  const shown = marks.slice(0, count).map(({ parentId }) => parentId ?? '')
  const products = useQuery(carriersQuery(shown))
  if (products.isError) return <ErrorState error={products.error} onRetry={() => void products.refetch()} />
  const findProduct = (code: string) =>
    products.data?.find(({ productId, variants }) => productId === code || variants.some(({ skuId }) => skuId === code))
  return (
    <>
      <ul className="plain-list">
        {shown.map((code, index) => {
          const product = findProduct(code)
          return (
            <li key={`${code} ${shown.slice(0, index).filter((one) => one === code).length}`}>
              {product === undefined ? (
                <Text size="sm">{products.isPending ? code : t('unknownCarrier', { code })}</Text>
              ) : (
                <TextLink to="/catalogue/products/$productId" params={{ productId: product.productId }}>
                  {product.name ?? product.productId}
                </TextLink>
              )}
              {product === undefined || product.name === null ? null : (
                <Text size="xs" c="dimmed">
                  {code}
                </Text>
              )}
            </li>
          )
        })}
      </ul>
      {count < marks.length ? <MoreButton onClick={() => setCount(count + ROWS)} /> : null}
    </>
  )
}
