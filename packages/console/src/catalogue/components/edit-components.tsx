import { Button, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Product } from '@open-oms/client/types'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../../shell/busy-dialog.tsx'

// Loaded when it is opened.
const ComponentForm = lazy(async () => ({ default: (await import('./component-form.tsx')).ComponentForm }))

/** Changes what a package or bundle is made of. */
export function EditComponents({ product }: { product: Product }) {
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
