import { Button, Group, Loader, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isApiError } from '@open-oms/client/errors'
import type { Product } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { Section } from '../shell/section.tsx'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { AssetFiles } from './assets/asset-files.tsx'
import type { AssetOwner } from './assets/asset-writes.ts'
import { productQuery } from './catalogue-queries.ts'
import { ComponentSection } from './components/component-section.tsx'
import { ContainingPackages } from './components/containing-packages.tsx'
import { FreeStock } from './components/free-stock.tsx'
import { stockOfQuery } from './components/stock-of-query.ts'
import { ProductActions } from './edits/product-actions.tsx'
import { FactList } from './fact-list.tsx'
import { MarkSection } from './marks/mark-section.tsx'
import { ProductMarks } from './product-marks.tsx'
import { VariantTable } from './variant-table.tsx'

// Loaded when it is opened.
const ComponentForm = lazy(async () => ({ default: (await import('./components/component-form.tsx')).ComponentForm }))

/** Changes what a package or bundle is made of. */
function EditComponents({ product }: { product: Product }) {
  const t = useTranslations('catalogue.components.edit')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t('open')}
      </Button>
      <BusyDialog
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('title', { name: product.name ?? product.productId })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader />}>{isOpen ? <ComponentForm product={product} onDone={close} /> : null}</Suspense>
      </BusyDialog>
    </>
  )
}

const PagePlaces = lazy(async () => ({ default: (await import('../places/page-places.tsx')).PagePlaces }))
// Beside what is read first.
const ProductFieldsSection = lazy(async () => ({
  default: (await import('../declared-fields/product-fields.tsx')).ProductFieldsSection,
}))

/** One product: what it is, how it looks, what it is made of and what is made of it. */
export function ProductPage() {
  const { productId } = useParams({ from: '/catalogue/products/$productId' })
  const t = useTranslations('catalogue.product')
  const { data: product, error, isPending, refetch } = useQuery(productQuery(productId))
  useTitle(product?.name ?? productId)
  if (product !== undefined) return <ProductView product={product} />
  if (isPending) return <PageSkeleton label={t('loading')} />
  if (isApiError(error, 'NotFound')) {
    return <EmptyState title={t('notFound.title', { product: productId })} text={t('notFound.text')} action={<BackLink />} />
  }
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function ProductView({ product }: { product: Product }) {
  const t = useTranslations('catalogue')
  const mayChange = useMay()('changeProducts')
  const isComposed = product.components.length > 0 || product.variants.some(({ components }) => components.length > 0)
  return (
    <Stack p="md" gap="md">
      <ProductHeader product={product} />
      <div className="order-columns">
        <Stack>
          {isComposed || product.isPackage || product.isBundle ? (
            <Section title={t('components.title')} aside={mayChange ? <EditComponents product={product} /> : null}>
              <ComponentSection product={product} />
            </Section>
          ) : null}
          {product.variants.length > 0 ? (
            <Section title={t('variants.title', { count: product.variants.length })}>
              <VariantTable product={product} />
            </Section>
          ) : null}
          <ProductAssets product={product} />
        </Stack>
        <Stack>
          <Section title={t('product.facts')}>
            <ProductFacts product={product} />
            <ProductStock product={product} />
          </Section>
          <Suspense>
            <ProductFieldsSection product={product} />
          </Suspense>
          <Section title={t('containing.title')}>
            <ContainingPackages product={product} />
          </Section>
          <Suspense>
            <PagePlaces page="product" id={product.productId} values={{ productId: product.productId }} />
          </Suspense>
        </Stack>
      </div>
    </Stack>
  )
}

function ProductHeader({ product }: { product: Product }) {
  const t = useTranslations('catalogue.product')
  const format = useFormat()
  const mayChange = useMay()('changeProducts')
  const { modified, modifiedBy, name, productId } = product
  const time = format.time(modified)
  return (
    <Stack gap={4} component="header">
      <BackLink />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} size="h3">
            {name ?? productId}
          </Title>
          <ProductMarks product={product} />
        </Group>
        {mayChange ? <ProductActions product={product} /> : null}
      </Group>
      <Text size="sm" c="dimmed">
        {[productId, modifiedBy === null ? t('modified', { time }) : t('modifiedBy', { time, name: modifiedBy })].join(' · ')}
      </Text>
    </Stack>
  )
}

function BackLink() {
  const t = useTranslations('catalogue.product')
  return <TextLink to="/catalogue">← {t('back')}</TextLink>
}

/**
 * What is available of a product that is sold by itself; of others their variants and parts say it.
 */
function ProductStock({ product: { productId, variants, isPackage, isBundle } }: { product: Product }) {
  const t = useTranslations('catalogue.stock')
  const mayRead = useMay()('readOrders')
  const isStocked = variants.length === 0 && !isPackage && !isBundle && mayRead
  const stock = useQuery(stockOfQuery(isStocked ? [productId] : []))
  if (!isStocked) return null
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm" c="dimmed">
        {t('free')}
      </Text>
      <FreeStock skuIds={[productId]} levels={stock.data ?? null} />
    </Group>
  )
}

/** What is known of a product. */
function ProductFacts({ product }: { product: Product }) {
  const t = useTranslations('catalogue.fields')
  const format = useFormat()
  const amount = (value: number | null) => (value === null ? null : format.unitPrice(value, null))
  return (
    <FactList
      facts={[
        [t('brand'), product.brand],
        [t('productType'), product.productType],
        [t('unit'), product.unit],
        [t('price'), amount(product.price)],
        [t('cost'), amount(product.cost)],
        [t('taxRate'), product.taxRate === null ? null : `${format.quantity(product.taxRate)} %`],
        [t('taxGroupCode'), product.taxGroupCode],
        [t('gtins'), product.gtins.join(', ')],
        [t('description'), product.description],
      ]}
      properties={[]}
    />
  )
}

/** The pictures, files and marks of a product, or of the variant that is chosen. */
function ProductAssets({ product }: { product: Product }) {
  const t = useTranslations('catalogue')
  const [sku, setSku] = useState('')
  const variant = product.variants.find(({ skuId }) => skuId === sku)
  const { assets } = variant ?? product
  const owner: AssetOwner = { kind: 'product', productId: product.productId, variantSku: variant?.skuId ?? null }
  const choices = product.variants.map(({ skuId, name, assets }) => {
    const files = t('assets.count', { count: assets.length })
    return { value: skuId, label: `${name ?? skuId} – ${files}` }
  })
  return (
    <>
      <Section
        title={t('assets.title')}
        aside={
          choices.length === 0 ? null : (
            <NativeSelect
              size="xs"
              aria-label={t('assets.of')}
              value={variant?.skuId ?? ''}
              onChange={({ currentTarget }) => setSku(currentTarget.value)}
              data={[{ value: '', label: t('assets.ofProduct') }, ...choices]}
            />
          )
        }
      >
        <AssetFiles owner={owner} assets={assets} />
      </Section>
      <MarkSection owner={owner} assets={assets} />
    </>
  )
}
