import { Alert, Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type BarcodeReader, createBarcodeReader } from './barcode-reader.ts'

const LOOK_MS = 120
/** The same label stays before the camera for a while after it was read. */
const AGAIN_MS = 1_500

/** What the camera sees; each barcode in it is read once, and again when it comes back. */
export function CameraScanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const t = useTranslations('warehouse.camera')
  const video = useRef<HTMLVideoElement>(null)
  const now = useRef(onCode)
  now.current = onCode
  const [problem, setProblem] = useState<'refused' | 'failed' | null>(null)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    const scanning = new AbortController()
    void scan(element, { signal: scanning.signal, onCode: (code) => now.current(code) }).catch((error: unknown) => {
      if (!scanning.signal.aborted) setProblem(error instanceof DOMException ? 'refused' : 'failed')
    })
    return () => scanning.abort()
  }, [])
  return (
    <Stack gap="xs">
      {problem === null ? (
        <video ref={video} className="camera" aria-label={t('picture')} muted playsInline />
      ) : (
        <Alert color="red" variant="outline" role="alert">
          {t(problem)}
        </Alert>
      )}
      <Button variant="default" onClick={onClose}>
        {t('close')}
      </Button>
    </Stack>
  )
}

type ScanOptions = { signal: AbortSignal; onCode: (code: string) => void }

async function scan(video: HTMLVideoElement, { signal, onCode }: ScanOptions): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', stop)
  let reader: BarcodeReader | undefined
  try {
    video.srcObject = stream
    await video.play()
    reader = await createBarcodeReader()
    let last = { code: '', at: 0 }
    while (!signal.aborted) {
      const code = await reader.read(video)
      const at = performance.now()
      if (code !== null && !signal.aborted) {
        if (code !== last.code || at - last.at > AGAIN_MS) onCode(code)
        last = { code, at }
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    stop()
    reader?.close()
  }
}
