import { Box, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import type { AssetOwner } from './asset-writes.ts'
import { isUnderWay, type Upload, useUploads } from './use-uploads.ts'

/** Takes files by drag and drop or by a button, and shows how far they are. */
export function UploadZone({ owner }: { owner: AssetOwner }) {
  const t = useTranslations('catalogue.uploads')
  const { uploads, add, retry, cancel } = useUploads()
  return (
    <Stack gap="xs">
      <DropArea onFiles={(files) => add(owner, files)} />
      {uploads.length === 0 ? null : (
        <Stack component="ul" gap="xs" m={0} p={0} aria-label={t('list')}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload)} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslations('catalogue.uploads')
  const [isOver, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  const drag = (isHere: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Without this the browser opens the file instead.
    event.preventDefault()
    setOver(isHere)
  }
  const choose = (files: File[]) => {
    onFiles(files)
    // Or the same file could not be chosen again.
    forget.current?.()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <Box
      component="fieldset"
      m={0}
      className="drop-zone"
      data-over={isOver}
      aria-label={t('title')}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <Group gap="sm">
        <FileButton multiple onChange={choose} resetRef={forget}>
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t('drop')}
        </Text>
      </Group>
    </Box>
  )
}

function UploadRow({ upload, onRetry, onCancel }: { upload: Upload; onRetry: () => void; onCancel: () => void }) {
  const t = useTranslations('catalogue.uploads')
  const format = useFormat()
  const { file, state, bytes, error } = upload
  const percent = file.size === 0 ? 0 : Math.min(100, Math.floor((bytes / file.size) * 100))
  // All of it is sent; the system looks at it and makes previews.
  const isStoring = state === 'sending' && percent === 100
  return (
    <Stack component="li" gap={4} style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="cut">
          {file.name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed" role="status" className="figures">
            {isStoring ? t('storing') : t(`states.${state}`, { percent: format.count(percent) })}
          </Text>
          {isUnderWay(upload) ? (
            <Button size="compact-xs" variant="default" onClick={onCancel} aria-label={t('cancelOf', { name: file.name })}>
              {t('cancel')}
            </Button>
          ) : null}
          {state === 'failed' ? (
            <Button size="compact-xs" variant="default" onClick={onRetry} aria-label={t('retryOf', { name: file.name })}>
              {t('retry')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {state === 'sending' ? (
        <Progress value={percent} animated={isStoring} aria-label={t('progress', { name: file.name })} />
      ) : null}
      {error === null || state !== 'failed' ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
    </Stack>
  )
}
