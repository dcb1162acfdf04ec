import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { downloadFile } from '@open-oms/client/files'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { decimalSeparator } from '../display/decimal-separator.ts'
import { saveFile } from '../display/save-file.ts'
import { gateway } from '../session/gateway.ts'
import { askedQuery, type RunnableReport } from './report-queries.ts'
import type { ReportView } from './report-view.ts'

/** Downloads a whole report as CSV. A second click stops it. */
export function ReportDownload({ report, view }: { report: RunnableReport; view: ReportView }) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const running = useRef<AbortController>(null)
  const download = useMutation({
    mutationFn: async () => {
      running.current = new AbortController()
      const query = { ...askedQuery(view), format: 'csv', decimal: decimalSeparator(locale) } as const
      const request = { params: { name: report.name }, query, signal: running.current.signal }
      const { content } = await downloadFile(gateway, report.path, request)
      saveFile(await new Response(content).blob(), `${report.name}.csv`)
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return
      notifications.show({ color: 'red', title: t('failed'), message: error.message })
    },
  })
  useEffect(() => () => running.current?.abort(), [])
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => (download.isPending ? running.current?.abort() : download.mutate())}
    >
      {t(download.isPending ? 'stop' : 'download')}
    </Button>
  )
}
