import { Button, Loader, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Product } from '@open-oms/client/types'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'

// Loaded when it is opened.
const ProductForm = lazy(async () => ({ default: (await import('./product-form.tsx')).ProductForm }))

/** Changes the texts and prices of a product. */
export function EditProduct({ product }: { product: Product }) {
  const t = useTranslations('catalogue.edit')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t('open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('title', { name: product.name ?? product.productId })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader />}>{isOpen ? <ProductForm product={product} onDone={close} /> : null}</Suspense>
      </Modal>
    </>
  )
}
