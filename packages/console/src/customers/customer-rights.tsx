import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fileName, saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { Section } from '../shell/section.tsx'
import { ErrorState } from '../shell/states.tsx'
import { useKeepOpen } from '../shell/use-keep-open.ts'

/** What a customer may ask for: what is stored about it as a file, and that it is erased. */
export function CustomerRights({ customerKey }: { customerKey: string }) {
  const t = useTranslations('customers.rights')
  const may = useMay()
  const [isErasing, setErasing] = useState(false)
  const exporting = useMutation({
    mutationFn: () => readExport(customerKey),
    onSuccess: (file) => saveFile(file, `${fileName(customerKey)}.json`),
  })
  if (!may('exportCustomers') && !may('eraseCustomers')) return null
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <Group gap="sm">
          {may('exportCustomers') ? (
            <Button variant="default" size="xs" loading={exporting.isPending} onClick={() => exporting.mutate()}>
              {t('export')}
            </Button>
          ) : null}
          {may('eraseCustomers') ? (
            <Button variant="default" size="xs" onClick={() => setErasing(true)}>
              {t('erase')}
            </Button>
          ) : null}
        </Group>
        {exporting.isError ? <ErrorState error={exporting.error} /> : null}
      </Stack>
      <BusyDialog
        opened={isErasing}
        onClose={() => setErasing(false)}
        title={t('erase')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Erasing customerKey={customerKey} onClose={() => setErasing(false)} />
      </BusyDialog>
    </Section>
  )
}

/** Asks first, erases, and says what stays. */
function Erasing({ customerKey, onClose }: { customerKey: string; onClose: () => void }) {
  const t = useTranslations('customers.rights')
  const queries = useQueryClient()
  const erasing = useMutation({
    mutationFn: () => erase(customerKey),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['customers', 'found'] }),
  })
  useKeepOpen(erasing.isPending)
  if (erasing.data !== undefined) return <Kept erasure={erasing.data} />
  return (
    <Stack>
      <Text size="sm" role="alert">
        {t('explain')}
      </Text>
      {erasing.isError ? <ErrorState error={erasing.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus disabled={erasing.isPending} onClick={onClose}>
          {t('keep')}
        </Button>
        <Button color="red" loading={erasing.isPending} onClick={() => erasing.mutate()}>
          {t('eraseNow')}
        </Button>
      </Group>
    </Stack>
  )
}

function Kept({ erasure }: { erasure: Erasure }) {
  const t = useTranslations('customers.rights')
  const format = useFormat()
  const { erased, kept, relatedCustomers } = erasure
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">{t('erased', { orders: erased?.orders ?? 0 })}</Text>
      {relatedCustomers > 0 ? <Text size="sm">{t('related', { count: relatedCustomers })}</Text> : null}
      <Text size="sm" fw={600}>
        {t('kept')}
      </Text>
      <ul>
        {kept.map(({ place, until }) => (
          <li key={place}>
            {t(`places.${place}`)}
            {until === null ? null : ` (${format.day(until)})`}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

type Erasure = Awaited<ReturnType<typeof erase>>

/** Sends the request again until nothing is left. */
async function erase(customerKey: string) {
  for (;;) {
    const erasure = await gateway.post('/api/Customers/Erase', { body: { customerKey } })
    if (erasure.isFinished) return erasure
  }
}

/** All pages as one JSON document, of pieces that the browser keeps as it likes. */
async function readExport(customerKey: string): Promise<Blob> {
  const head = { format: 'oms-customer-export/1', customerKey, exported: new Date().toISOString() }
  const parts: Blob[] = [new Blob([`${JSON.stringify(head).slice(0, -1)},"records":[`])]
  let count = 0
  for (let after: string | null = null; ; ) {
    const page: ExportPage = await gateway.post('/api/Customers/Export', { body: { customerKey, after } })
    parts.push(new Blob(page.records.map((record) => `${count++ === 0 ? '' : ','}\n${JSON.stringify(record)}`)))
    if (page.next === null) return new Blob([...parts, '\n]}\n'], { type: 'application/json' })
    after = page.next
  }
}

type ExportPage = { records: readonly unknown[]; next: string | null }
