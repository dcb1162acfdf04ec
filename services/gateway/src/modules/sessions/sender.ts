import type { IncomingHttpHeaders } from 'node:http'
import type { AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import { sessionName } from './sealed-session.ts'
import type { CurrentSession } from './sessions.ts'

/** Where a request comes from. */
export type Sender = {
  headers: IncomingHttpHeaders
  address: string
  /** The same for the audit log. */
  origin(): AuditOrigin
}

/** Who has signed in, for the audit log. */
export function signedInOrigin({ origin }: Pick<Sender, 'origin'>, { sealed }: Pick<CurrentSession, 'sealed'>): AuditOrigin {
  const { userName, provider } = sealed
  const clientId = provider === null ? userName : `oidc:${provider.subject}`
  return { ...origin(), actorKind: 'Person', actor: userName, clientId, session: sessionName(sealed) }
}
