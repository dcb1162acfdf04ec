import { Button, Group, Loader } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { useOfferInPalette } from '../../shell/offered-in-palette.ts'

// Loaded when they are opened.
const dialogs = {
  edit: lazy(async () => ({ default: (await import('./product-form.tsx')).ProductForm })),
  delete: lazy(async () => ({ default: (await import('./delete-product.tsx')).DeleteProduct })),
} as const

type DialogName = keyof typeof dialogs

/** What can be done with a product: its texts and prices are changed, or it is deleted. */
export function ProductActions({ product }: { product: Product }) {
  const t = useTranslations('catalogue')
  const [chosen, setChosen] = useState<DialogName | null>(null)
  const Dialog = chosen === null ? null : dialogs[chosen]
  const close = () => setChosen(null)
  const name = product.name ?? product.productId
  const names = Object.keys(dialogs) as DialogName[]
  // A dialog that is open is not exchanged for another one: something may be under way in it.
  const inPalette = chosen === null ? names : []
  useOfferInPalette(inPalette.map((action) => ({ label: t(`${action}.title`, { name }), run: () => setChosen(action) })))
  return (
    <Group gap="xs">
      {names.map((action) => (
        <Button key={action} size="xs" variant="default" onClick={() => setChosen(action)}>
          {t(`${action}.open`)}
        </Button>
      ))}
      <BusyDialog
        opened={Dialog !== null}
        onClose={close}
        size="lg"
        title={chosen === null ? '' : t(`${chosen}.title`, { name })}
        closeButtonProps={{ 'aria-label': t('edit.close') }}
      >
        <Suspense fallback={<Loader />}>{Dialog === null ? null : <Dialog product={product} onDone={close} />}</Suspense>
      </BusyDialog>
    </Group>
  )
}
