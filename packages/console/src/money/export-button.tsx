import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { downloadFile } from '@open-oms/client/files'
import type { LedgerExport } from '@open-oms/client/types'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { decimalSeparator } from '../display/decimal-separator.ts'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'

type ExportProps = {
  filter: Omit<LedgerExport, 'format' | 'decimal'>
  /** The name of the file, without its ending. */
  name: string
}

/**
 * Downloads the ledger lines that a page is about as CSV, and shows how much has come. A second
 * click stops it.
 */
export function ExportButton(props: ExportProps) {
  return useMay()('exportLedger') ? <Export {...props} /> : null
}

function Export({ filter, name }: ExportProps) {
  const t = useTranslations('money.export')
  const format = useFormat()
  const locale = useLocale()
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController>(null)
  const download = useMutation({
    mutationFn: async () => {
      running.current = new AbortController()
      setBytes(0)
      const { signal } = running.current
      const query = { ...filter, format: 'csv', decimal: decimalSeparator(locale) } as const
      const request = { query, signal, onProgress: (progress: { bytes: number }) => setBytes(progress.bytes) }
      const { content } = await downloadFile(gateway, '/api/Accounting/LedgerLines/Export', request)
      saveFile(await new Response(content).blob(), `${name}.csv`)
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
        {download.isPending ? t('progress', { size: format.quantity(Math.round(bytes / 1_000)) }) : ''}
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
