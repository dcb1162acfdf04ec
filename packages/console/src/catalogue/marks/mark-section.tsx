import { Button, Loader, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Asset } from '@open-oms/client/types'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../session/use-session.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { Section } from '../../shell/section.tsx'
import type { AssetOwner } from '../assets/asset-writes.ts'
import { isMark } from '../assets/stored-file.ts'
import { MarkList } from './mark-list.tsx'

// Loaded when it is opened.
const AddMark = lazy(async () => ({ default: (await import('./add-mark.tsx')).AddMark }))

/** The marks of one owner, and the way to add one. Nothing where there is neither. */
export function MarkSection({ owner, assets }: { owner: AssetOwner; assets: readonly Asset[] }) {
  const t = useTranslations('catalogue.marks')
  const mayChange = useMay()('changeProducts')
  const marks = assets.filter(isMark)
  if (marks.length === 0 && !mayChange) return null
  return (
    <Section title={t('title')} aside={mayChange ? <AddButton owner={owner} own={assets} /> : null}>
      {marks.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('none')}
        </Text>
      ) : (
        <MarkList owner={owner} marks={marks} />
      )}
    </Section>
  )
}

function AddButton({ owner, own }: { owner: AssetOwner; own: readonly Asset[] }) {
  const t = useTranslations('catalogue')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t('marks.add.open')}
      </Button>
      <BusyDialog
        opened={isOpen}
        onClose={close}
        title={t('marks.add.open')}
        closeButtonProps={{ 'aria-label': t('edit.close') }}
      >
        <Suspense fallback={<Loader />}>{isOpen ? <AddMark owner={owner} own={own} onDone={close} /> : null}</Suspense>
      </BusyDialog>
    </>
  )
}
