import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, Integer, List, Model, Nullable, Text, Word } from '../primitives.ts'

export const PASSKEYS_MAX = 20
export const SESSIONS_MAX = 50
const PASSKEY_NAME_MAX = 100

/** What a person must do before anything else. */
export const duties = ['ChangePassword', 'AddSecondFactor'] as const
export type Duty = (typeof duties)[number]

/** How a person may show, beside or in place of the password, who they are. */
export const factorKinds = ['Code', 'Passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** Code of an authenticator app, or a recovery code. */
const Code = Type.String({ minLength: 1, maxLength: 40 })
export const OneTimeCode = described(Code, 'The six digits of the authenticator app, or a recovery code; each counts once.')

/** The response of a sign-in that lacks a second factor. */
export const SecondFactorAsked = Model(
  'SecondFactorAsked',
  { secondFactors: described(List(Word(factorKinds)), 'The second factors of the person.') },
  'Name and password are right, and a second factor is needed: nobody is signed in yet.',
)
export type SecondFactorAsked = Static<typeof SecondFactorAsked>

/** A ceremony of WebAuthn: what a browser is given, and what comes back with its response. */
export const PasskeyChallenge = Model(
  'PasskeyChallenge',
  {
    options: described(
      Type.Record(Text, Type.Unknown()),
      'The options for `navigator.credentials`, in their JSON form (WebAuthn 3).',
    ),
    challenge: described(Text, 'To be sent back with the response of the browser, within five minutes. It counts once.'),
  },
  'What a browser needs to make or use a passkey.',
)
export type PasskeyChallenge = Static<typeof PasskeyChallenge>

const PasskeyCredential = Type.Record(Text, Type.Unknown())

/** The response of a browser that used a passkey. */
export const PasskeyResponse = Model(
  'PasskeyResponse',
  {
    challenge: described(Text, 'The `challenge` of the options.'),
    credential: described(PasskeyCredential, 'What `navigator.credentials` responded, in its JSON form (WebAuthn 3).'),
  },
  'The response of a browser to a challenge for passkeys.',
)
export type PasskeyResponse = Static<typeof PasskeyResponse>

export const NewPasskey = Model(
  'NewPasskey',
  {
    name: described(
      Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX }),
      'What the person calls it, such as the name of the device.',
    ),
    challenge: described(Text, 'The `challenge` of the options.'),
    credential: described(PasskeyCredential, 'What `navigator.credentials` responded, in its JSON form (WebAuthn 3).'),
  },
  'A passkey that a browser has made.',
)
export type NewPasskey = Static<typeof NewPasskey>

/** Says again who the person is: one of the three. */
export const Confirmation = Model(
  'Confirmation',
  {
    password: described(Type.Optional(Text), 'The password; only where the person has no second factor.'),
    code: Type.Optional(OneTimeCode),
    passkey: described(Type.Optional(PasskeyResponse), 'The response of a passkey.'),
  },
  'Shows again who the person is: by one of the three.',
)
export type Confirmation = Static<typeof Confirmation>

export const PasswordChange = Model(
  'PasswordChange',
  {
    currentPassword: described(Text, 'The password of now.'),
    newPassword: described(Text, 'The password from now on: at least 12 characters, and not easily guessed.'),
  },
  'The change of the own password.',
)
export type PasswordChange = Static<typeof PasswordChange>

export const AuthenticatorOffer = Model(
  'AuthenticatorOffer',
  {
    secret: described(Text, 'The secret in base32, for who types it.'),
    uri: described(Text, 'The same as `otpauth:` address, for a picture that the app reads.'),
    offer: described(Text, 'To be sent back with the first code, within ten minutes.'),
  },
  'A secret for an authenticator app, which counts when the app has shown a code of it.',
)
export type AuthenticatorOffer = Static<typeof AuthenticatorOffer>

export const NewAuthenticator = Model(
  'NewAuthenticator',
  { offer: described(Text, 'The `offer` of the secret.'), code: OneTimeCode },
  'The first code of an authenticator app.',
)
export type NewAuthenticator = Static<typeof NewAuthenticator>

export const RecoveryCodes = Model(
  'RecoveryCodes',
  {
    recoveryCodes: described(
      List(Text, 20),
      'Each replaces a second factor once. They are shown this one time; empty: those from before still count.',
    ),
  },
  'Codes for who has lost the second factor.',
)
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const AccountPasskey = Model(
  'AccountPasskey',
  {
    id: described(Text, 'Names the passkey.'),
    name: described(Text, 'What the person calls it.'),
    added: described(DateTime, 'When it was added.'),
    lastUsed: described(Nullable(DateTime), 'When someone signed in or confirmed by it; null: never.'),
  },
  'A passkey of a person.',
)

export const AccountSession = Model(
  'AccountSession',
  {
    id: described(Text, 'Names the session.'),
    isCurrent: described(Flag, 'Whether it is the session of this request.'),
    signedInAt: described(DateTime, 'When it began.'),
    browser: described(Text, 'The `User-Agent` that it began with, shortened.'),
    address: described(Text, 'The network address that it began at.'),
  },
  'A session that has not ended.',
)
export type AccountSession = Static<typeof AccountSession>

export const Account = Model(
  'Account',
  {
    hasPassword: described(Flag, 'Whether the person signs in by a password that can be changed here; else a provider does it.'),
    passwordChanged: described(Nullable(DateTime), 'When the person changed the password; null: it is the one they were given.'),
    needsSecondFactor: described(Flag, 'Whether the configuration asks for a second factor of the person.'),
    authenticatorAdded: described(Nullable(DateTime), 'When the authenticator app was added; null: there is none.'),
    recoveryCodesLeft: described(Integer, 'How many recovery codes are not used.'),
    allowsPasskeys: described(Flag, 'Whether passkeys can be used at this address: not where it is a number.'),
    passkeys: described(List(AccountPasskey, PASSKEYS_MAX), 'The passkeys, oldest first.'),
    sessions: described(List(AccountSession, SESSIONS_MAX), 'The sessions that have not ended, newest first.'),
  },
  'How a person signs in, and where they are signed in.',
)
export type Account = Static<typeof Account>
