import { Loader } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditButton } from '../order/customer-card.tsx'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { Section } from '../shell/section.tsx'
import { Facts } from './facts.tsx'
import { FieldTexts } from './field-texts.tsx'
import { useDeclaredFields } from './use-declared-fields.ts'

// Loaded when it is opened.
const EditFields = lazy(async () => ({ default: (await import('./edit-product-fields.tsx')).EditProductFields }))

/** The properties of a product: declared ones with their names, and all others as they are. */
export function ProductFieldsSection({ product }: { product: Product }) {
  return (
    <FieldTexts>
      <Fields product={product} />
    </FieldTexts>
  )
}

function Fields({ product }: { product: Product }) {
  const t = useTranslations('fields')
  const fields = useDeclaredFields('product')
  const [isOpen, setOpen] = useState(false)
  const mayEdit = useMay()('changeProducts') && fields.some(({ mayBeWritten, onPage }) => mayBeWritten && onPage)
  if (product.properties.length === 0 && !mayEdit) return null
  const close = () => setOpen(false)
  return (
    <Section title={t('title')} aside={mayEdit ? <EditButton label={t('edit')} onClick={() => setOpen(true)} /> : null}>
      <Facts properties={product.properties} fields={fields} />
      <BusyDialog opened={isOpen} onClose={close} title={t('editTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
        <Suspense fallback={<Loader size="sm" />}>{isOpen ? <EditFields product={product} onDone={close} /> : null}</Suspense>
      </BusyDialog>
    </Section>
  )
}
