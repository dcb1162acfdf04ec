import { Button, List, NativeSelect, Stack, Text } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fileName, saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { type DocumentKind, keptFiles, makeDocument, orderDocuments, readFile, shipmentDocuments } from './documents.ts'

const kinds = [...orderDocuments, ...shipmentDocuments]

type DocumentDownload = { name: string; make: () => Promise<Blob> }

/** The documents of an order, made when they are asked for, and the files that are kept of it. */
export function DocumentsCard({ order }: { order: Order }) {
  const t = useTranslations('documents')
  const format = useFormat()
  const [shipmentId, setShipmentId] = useState('')
  const download = useDownload()
  const { shipments } = order.orderForm
  const files = keptFiles(order)
  const name = (what: string) => fileName([what, order.orderNumber ?? order.id, shipmentId].filter(Boolean).join('-'))
  const wanted = (kind: DocumentKind): DocumentDownload => ({
    name: name(kind),
    make: () => makeDocument(order.id, kind, shipmentId === '' ? null : shipmentId),
  })
  return (
    <Stack gap="xs" align="flex-start">
      {shipments.length < 2 ? null : (
        <NativeSelect
          size="xs"
          w="100%"
          label={t('of')}
          value={shipmentId}
          onChange={({ currentTarget }) => setShipmentId(currentTarget.value)}
          data={[
            { value: '', label: t('all') },
            ...shipments.map((one) => ({ value: one.shipmentId, label: t('shipment', { shipment: one.shipmentId }) })),
          ]}
        />
      )}
      {kinds.map((kind) => (
        <DownloadButton key={kind} label={t(`kinds.${kind}`)} wanted={wanted(kind)} download={download} />
      ))}
      {files.map(({ assetId, purpose, fileName: stored, name: title, created }) => (
        <DownloadButton
          key={assetId}
          label={`${title ?? stored ?? purpose ?? assetId} · ${format.day(created)}`}
          wanted={{ name: name(purpose ?? 'file'), make: () => readFile(order.id, assetId) }}
          download={download}
        />
      ))}
      {download.error === null ? null : <DownloadProblem error={download.error} />}
    </Stack>
  )
}

function useDownload() {
  return useMutation({
    mutationFn: async ({ name, make }: DocumentDownload) => saveFile(await make(), `${name}.pdf`),
  })
}

type ButtonProps = { label: string; wanted: DocumentDownload; download: ReturnType<typeof useDownload> }

function DownloadButton({ label, wanted, download }: ButtonProps) {
  const isMaking = download.isPending && download.variables.name === wanted.name
  return (
    <Button
      size="compact-sm"
      maw="100%"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isMaking}
      disabled={download.isPending && !isMaking}
      onClick={() => download.mutate(wanted)}
    >
      {label}
    </Button>
  )
}

/**
 * Why there is no document. Nothing to print is no failure: the reasons of each shipment are what
 * the person asks for.
 */
function DownloadProblem({ error }: { error: Error }) {
  const t = useTranslations('documents')
  if (!isApiError(error, 'NothingToPrint')) return <ErrorState error={error} />
  return (
    <div role="alert">
      <Text size="sm">{t('nothingToPrint')}</Text>
      <List size="sm">
        {Object.entries(error.errors).map(([path, texts]) => (
          <List.Item key={path}>{texts.join(' ')}</List.Item>
        ))}
      </List>
    </div>
  )
}
