import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type DownloadButtonProps = {
  /** Makes the file and saves it, until the signal is aborted. */
  download: (signal: AbortSignal) => Promise<void>
  texts: { start: string; stop: string; failed: string }
  /** How much has come, shown while it comes. */
  progress?: string
}

/** A button that downloads a file. A second click stops it, and so does leaving the page. */
export function DownloadButton({ download, texts, progress }: DownloadButtonProps) {
  const running = useRef<AbortController>(null)
  const { isPending, mutate } = useMutation({
    mutationFn: () => {
      running.current = new AbortController()
      return download(running.current.signal)
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return
      notifications.show({ color: 'red', title: texts.failed, message: error.message })
    },
  })
  useEffect(() => () => running.current?.abort(), [])
  return (
    <Group gap="sm">
      {progress !== undefined && (
        <Text size="sm" c="dimmed" role="status" className="figures">
          {isPending ? progress : ''}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => (isPending ? running.current?.abort() : mutate())}
      >
        {isPending ? texts.stop : texts.start}
      </Button>
    </Group>
  )
}
