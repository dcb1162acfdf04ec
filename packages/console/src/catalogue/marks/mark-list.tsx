import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Asset } from '@open-oms/client/types'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../session/use-session.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { AssetMenu } from '../assets/asset-menu.tsx'
import type { AssetOwner } from '../assets/asset-writes.ts'
import { MarkAddress } from './mark-address.tsx'
import type { ProductOwner } from './mark-writes.ts'

// Loaded when it is opened.
const RemoveMark = lazy(async () => ({ default: (await import('./remove-mark.tsx')).RemoveMark }))

/** The marks of one owner; each leads to everything that carries it. */
export function MarkList({ owner, marks }: { owner: AssetOwner; marks: readonly Asset[] }) {
  const t = useTranslations('catalogue.marks')
  const mayChange = useMay()('changeProducts')
  return (
    <ul className="plain-list">
      {marks.map((mark) => (
        <li key={mark.assetId}>
          <Group justify="space-between" wrap="nowrap" align="start">
            {/* Links one below the other, each as large as a finger needs. */}
            <Stack gap={8} align="start" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text size="sm" fw={500}>
                {mark.name ?? mark.assetId}
              </Text>
              {mark.description === null ? null : <Text size="sm">{mark.description}</Text>}
              <MarkAddress mark={mark} />
              {owner.kind === 'product' ? (
                <TextLink to="/catalogue/marks" search={{ mark: mark.assetId ?? '' }}>
                  {t('usageOf', { mark: mark.assetId ?? '' })}
                </TextLink>
              ) : null}
            </Stack>
            <Group gap="xs" wrap="nowrap">
              {/* A customer shares its marks with nobody: there it is the same as to delete it. */}
              {mayChange && owner.kind === 'product' ? <RemoveButton owner={owner} mark={mark} /> : null}
              <AssetMenu owner={owner} asset={mark} mayChange={mayChange} />
            </Group>
          </Group>
        </li>
      ))}
    </ul>
  )
}

function RemoveButton({ owner, mark }: { owner: ProductOwner; mark: Asset }) {
  const t = useTranslations('catalogue')
  const [isOpen, { open, close }] = useDisclosure()
  const name = mark.name ?? mark.assetId ?? ''
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t('marks.remove.title', { name })} onClick={open}>
        {t('marks.remove.open')}
      </Button>
      <BusyDialog
        opened={isOpen}
        onClose={close}
        title={t('marks.remove.title', { name })}
        closeButtonProps={{ 'aria-label': t('edit.close') }}
      >
        <Suspense>{isOpen ? <RemoveMark owner={owner} assetId={mark.assetId ?? ''} onDone={close} /> : null}</Suspense>
      </BusyDialog>
    </>
  )
}
