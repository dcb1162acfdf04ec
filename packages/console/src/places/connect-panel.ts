import { gateway } from '../session/gateway.ts'

/** What a panel is shown for. */
type Subject = { page: string; id: string; language: string }

type PanelConnection = {
  panelId: string
  hasToken: boolean
  subject: Subject
  /** The window of the frame; null while there is none. */
  frame: () => Window | null
  onProblem: (reason: string | null) => void
}

/** What the page of a panel says when it is ready, with a port. */
const READY = 'oms-panel-ready'
/** A token is replaced so long before it ends. */
const RENEW_BEFORE_MS = 60_000
const RETRY_MS = 15_000

/**
 * Gives the page of a panel what it is shown for and a token, by the port that the page sends, and
 * a new token before the former ends (docs/how-to/add-links-panels-and-buttons.md). A sandboxed
 * frame has no origin to address: a port belongs to the one document that made it. Returns what
 * ends the connection.
 */
export function connectPanel({ panelId, hasToken, subject, frame, onProblem }: PanelConnection): () => void {
  let port: MessagePort | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function renew(connected: MessagePort): Promise<void> {
    let next = RETRY_MS
    try {
      const token = await gateway.post('/session/panels/{panelId}/token', { params: { panelId } })
      // The page may have gone meanwhile, or another one have come.
      if (port !== connected) return
      connected.postMessage({ type: 'oms-panel-token', ...token })
      onProblem(null)
      next = Math.max(Date.parse(token.expiresAt) - Date.now() - RENEW_BEFORE_MS, RETRY_MS)
    } catch (error) {
      if (port !== connected) return
      onProblem((error as Error).message)
    }
    timer = setTimeout(() => void renew(connected), next)
  }

  const listen = ({ source, origin, data, ports }: MessageEvent) => {
    const [sent] = ports
    if (source === null || source !== frame() || origin !== 'null' || data?.type !== READY || sent === undefined) return
    end()
    port = sent
    sent.postMessage({ type: 'oms-panel-context', ...subject })
    if (hasToken) void renew(sent)
  }
  function end(): void {
    clearTimeout(timer)
    port?.close()
    port = null
  }
  addEventListener('message', listen)
  return () => {
    removeEventListener('message', listen)
    end()
  }
}
