import type { Panel } from '@open-oms/contracts/config/console-places'
import { DomainError } from '@open-oms/contracts/errors'
import { PANEL_TOKEN_SECONDS, type PanelToken } from '@open-oms/contracts/gateway/panel-token'
import type { AcceptSessionDeps } from '../sessions/accept-session.ts'
import { sealSession } from '../sessions/sealed-session.ts'
import { type CurrentSession, sessionOfCookie } from '../sessions/sessions.ts'
import { createSeal } from '../tokens/sealed-value.ts'

export type PanelDeps = AcceptSessionDeps & { panels: () => readonly Panel[] }

/**
 * The session is that of the person, sealed as in its cookie. Times are in milliseconds since 1970.
 */
type SealedPanel = { panel: string; until: number; session: string }

// What is sealed for panels opens for nothing else: neither is such a token an access token, nor a
// cookie, nor is one of these the token of a panel.
const { seal, open } = createSeal<SealedPanel>('oms panel token')

/** Makes a token for a panel (security.md#panel-tokens). Raises `NotFound`. */
export async function createPanelToken(deps: PanelDeps, session: CurrentSession, panelId: string): Promise<PanelToken> {
  const panel = findPanel(deps, session, panelId)
  if (panel === null) throw new DomainError('NotFound', `There is no panel "${panelId}" with a token.`)
  const until = deps.now() + PANEL_TOKEN_SECONDS * 1_000
  const sealed = { panel: panelId, until, session: await sealSession(deps.keyRing(), session.sealed) }
  return {
    token: await seal(deps.keyRing(), sealed),
    expiresAt: new Date(until).toISOString(),
    apiUrl: deps.publicUrl,
  }
}

/**
 * The panel and the session that a token is of, by the configuration of now; null when it is none,
 * or is over, or the session has ended.
 */
export async function openPanelToken(
  deps: PanelDeps,
  token: string,
): Promise<{ panel: Panel; session: CurrentSession; until: number } | null> {
  const sealed = await open(deps.keyRing(), token)
  if (sealed === null || deps.now() >= sealed.until) return null
  const session = await sessionOfCookie(deps, sealed.session)
  const panel = session === null ? null : findPanel(deps, session, sealed.panel)
  return session === null || panel === null ? null : { panel, session, until: sealed.until }
}

/** A panel with reads that the person may see. */
function findPanel({ panels }: PanelDeps, { user }: CurrentSession, panelId: string): Panel | null {
  const panel = panels().find(({ id, reads }) => id === panelId && reads.length > 0)
  if (panel === undefined) return null
  return panel.permission === null || user.permissions.includes(panel.permission) ? panel : null
}
