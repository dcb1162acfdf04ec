import type { Buckets } from '../limits/memory-buckets.ts'
import type { TokenIssuer } from '../tokens/sign-token.ts'
import type { Turnstile } from '../tokens/turnstile.ts'
import type { AcceptSessionDeps } from './accept-session.ts'
import { createPasswordCheck } from './check-password.ts'
import { sessionCookie } from './session-cookie.ts'
import { createSessionTokens } from './session-tokens.ts'
import type { SessionDeps } from './sessions.ts'
import type { SignInDeps } from './sign-in.ts'

/** What the process brings: the people, how long their sessions last, and which were ended. */
export type SessionParts = Pick<SessionDeps, 'users' | 'methods' | 'ended' | 'limits' | 'now'>

type Gateway = {
  /**
   * Signs the tokens with which requests of sessions are sent on. Its keys seal the cookies too.
   */
  signing: TokenIssuer
  buckets: Buckets
  publicUrl: string
  isProduction: boolean
  inTurn: Turnstile
}

/** Puts together what signing in and the requests of sessions need. */
export function sessionDeps(parts: SessionParts, gateway: Gateway): SignInDeps & AcceptSessionDeps {
  const { signing, buckets, publicUrl, isProduction, inTurn } = gateway
  return {
    ...parts,
    buckets,
    publicUrl,
    keyRing: signing.keyRing,
    cookie: sessionCookie(publicUrl),
    checkPassword: createPasswordCheck(parts.users, { isProduction, inTurn }),
    tokenOfSession: createSessionTokens(signing),
  }
}
