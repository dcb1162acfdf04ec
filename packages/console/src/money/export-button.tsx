import { downloadFile } from '@open-oms/client/files'
import type { LedgerExport } from '@open-oms/client/types'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { decimalSeparator } from '../display/decimal-separator.ts'
import { DownloadButton } from '../display/download-button.tsx'
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
  const download = async (signal: AbortSignal) => {
    setBytes(0)
    const query = { ...filter, format: 'csv', decimal: decimalSeparator(locale) } as const
    const request = { query, signal, onProgress: (progress: { bytes: number }) => setBytes(progress.bytes) }
    const { content } = await downloadFile(gateway, '/api/Accounting/LedgerLines/Export', request)
    saveFile(await new Response(content).blob(), `${name}.csv`)
  }
  const progress = t('progress', { size: format.quantity(Math.round(bytes / 1_000)) })
  return (
    <DownloadButton download={download} texts={{ start: t('start'), stop: t('stop'), failed: t('failed') }} progress={progress} />
  )
}
