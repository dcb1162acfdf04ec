import { type Static, Type } from '@sinclair/typebox'
import { roles } from '../access.ts'
import { permissions } from '../permissions.ts'
import { Amount, DateTime, described, Flag, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { duties, OneTimeCode } from './account.ts'

/**
 * The header that says with a change that it comes from the page that was given the token
 * (security.md#sessions).
 */
export const CSRF_HEADER = 'x-csrf-token'

/**
 * The header, `true`, by which a page says that no person has asked for a request, so that it does
 * not prolong the session.
 */
export const UNATTENDED_HEADER = 'x-unattended'

/** The body of `POST /session`. */
export const SignIn = Model(
  'SignIn',
  {
    userName: described(Text, 'The name of the person, in any letter case.'),
    password: described(Text, 'The password.'),
    code: Type.Optional(OneTimeCode),
  },
  'Name and password of a person of the tenant configuration, and a code where a second factor is asked for.',
)
export type SignIn = Static<typeof SignIn>

const SignedInRefundLimit = Model(
  'SignedInRefundLimit',
  {
    currency: described(Text, 'ISO 4217.'),
    perDay: described(Amount, 'What may be paid back in a day at most (UTC).'),
    alone: described(Amount, 'The highest refund; a higher one is for someone whose role allows more.'),
  },
  'How much a person may pay back in one currency.',
)

/** A person who has signed in. */
export const SignedInUser = Model(
  'SignedInUser',
  {
    userName: described(Text, 'The name that versions and timelines show for what the person does.'),
    displayName: described(Text, 'The name for pages.'),
    roles: described(List(Word(roles)), 'What the person may do.'),
    permissions: described(List(Word(permissions)), 'What the person may do beyond reaching a route.'),
    refundLimits: described(
      Nullable(List(SignedInRefundLimit)),
      'How much the person may pay back, by currency; null: any amount. A currency that is not listed cannot be paid back.',
    ),
    storeIds: described(List(Text, 10_000), 'The stores the person is limited to; empty: all.'),
  },
  'A person who has signed in.',
)
export type SignedInUser = Static<typeof SignedInUser>

/**
 * What a page needs to know of the session; the session itself is in a cookie that no script can
 * read.
 */
export const Session = Model(
  'Session',
  {
    user: described(SignedInUser, 'Who has signed in, with the roles and stores of now.'),
    csrfToken: described(
      Text,
      'To be sent in `X-CSRF-Token` with every request that is not a plain read. Another session has another.',
    ),
    signedInAt: described(DateTime, 'When the person signed in.'),
    idleEndsAt: described(DateTime, 'When the session ends unless a request comes before. `GET /session` is none that counts.'),
    endsAt: described(DateTime, 'When the session ends in any case.'),
    duty: described(
      Nullable(Word(duties)),
      'What the person must do before all else, at the account routes; requests of other routes are 403. Null: nothing.',
    ),
    signOutUrl: described(
      Nullable(Text),
      'Where a browser goes after `DELETE /session`, so that the session at the OpenID Connect provider ends too. Null for who signed in ' +
        'by password.',
    ),
  },
  'A session of a person who has signed in.',
)
export type Session = Static<typeof Session>

/** An OpenID Connect provider that people may sign in with. */
export const SignInProvider = Model(
  'SignInProvider',
  {
    name: described(Text, 'What people call the provider.'),
    url: described(
      Text,
      'Where a browser goes to sign in. `returnTo` in its query is the address below `/console` to come back to; with `asksAgain=true` the ' +
        'provider asks who it is, even if it knows.',
    ),
  },
  'An OpenID Connect provider that people may sign in with.',
)

/** How people may sign in. */
export const SignInOptions = Model(
  'SignInOptions',
  {
    passwords: described(Flag, 'Whether people may sign in by name and password.'),
    providers: described(List(SignInProvider), 'The OpenID Connect providers, in the order of the configuration.'),
  },
  'How people may sign in.',
)
export type SignInOptions = Static<typeof SignInOptions>
