import { Alert, Button, Group, Loader, TextInput } from '@mantine/core'
import type { ShipmentToPick } from '@open-oms/client/types'
import { IconCamera } from '@tabler/icons-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { Scan } from './picking/pick-task.ts'
import { useKeyboardScanner } from './scanning/use-keyboard-scanner.ts'

const CameraScanner = lazy(async () => ({ default: (await import('./scanning/camera-scanner.tsx')).CameraScanner }))

/** What became of the last scan. */
export type ScanResult = {
  code: string
  at: number
  outcome: Scan['outcome']
  line: ShipmentToPick['lines'][number] | null
  picked: number
}

/** Takes codes from a scanner, the camera or a person, and says what became of the last one. */
export function ScanBar({ result, onCode }: { result: ScanResult | null; onCode: (code: string) => void }) {
  const t = useTranslations('warehouse.order')
  const tCamera = useTranslations('warehouse.camera')
  const [text, setText] = useState('')
  const [hasCamera, setCamera] = useState(false)
  useKeyboardScanner(onCode)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onCode(text.trim())
    setText('')
  }
  return (
    <>
      {hasCamera ? (
        <Suspense fallback={<Loader size="sm" role="status" aria-label={tCamera('picture')} />}>
          <CameraScanner onCode={onCode} onClose={() => setCamera(false)} />
        </Suspense>
      ) : null}
      <LastScan result={result} />
      <Group component="form" wrap="nowrap" align="flex-end" gap="xs" onSubmit={submit}>
        <TextInput
          size="md"
          style={{ flex: 1 }}
          label={t('code')}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="enter"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" size="md" variant="default">
          {t('enter')}
        </Button>
        {hasCamera ? null : (
          <Button size="md" variant="default" px="sm" aria-label={t('camera')} onClick={() => setCamera(true)}>
            <IconCamera aria-hidden />
          </Button>
        )}
      </Group>
    </>
  )
}

function LastScan({ result }: { result: ScanResult | null }) {
  const t = useTranslations('warehouse.order')
  const format = useFormat()
  if (result === null) return null
  const { code, outcome, line, picked } = result
  const name = line?.name ?? ''
  if (outcome === 'counted')
    return (
      <Alert color="green" variant="light" role="status" py="xs">
        {t('scanned', { name, picked: format.quantity(picked), quantity: format.quantity(line?.quantity ?? 0) })}
      </Alert>
    )
  return (
    // Said again when the same wrong item is scanned once more.
    <Alert key={result.at} color="red" variant="filled" role="alert" autoContrast title={t(outcome, { code, name })} />
  )
}
