import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import type { AuditFilter } from './audit-filter.ts'
import { exportAudit } from './audit-queries.ts'

/** Downloads the records that are found, a line of JSON each. A second click stops it. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const t = useTranslations('audit.export')
  const format = useFormat()
  const [count, setCount] = useState(0)
  const running = useRef<AbortController>(null)
  const download = useMutation({
    mutationFn: () => {
      running.current = new AbortController()
      setCount(0)
      return exportAudit(filter, { signal: running.current.signal, onProgress: setCount })
    },
    onSuccess: ({ file, count: saved, isCut }) => {
      saveFile(file, `audit-${new Date().toISOString().slice(0, 10)}.jsonl`)
      if (isCut) notifications.show({ color: 'orange', message: t('cut', { count: saved }), autoClose: false })
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return
      notifications.show({ color: 'red', title: t('failed'), message: error.message })
    },
  })
  useEffect(() => () => running.current?.abort(), [])
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" role="status" className="figures">
        {download.isPending ? t('progress', { count: format.count(count) }) : ''}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => (download.isPending ? running.current?.abort() : download.mutate())}
      >
        {t(download.isPending ? 'stop' : 'start')}
      </Button>
    </Group>
  )
}
