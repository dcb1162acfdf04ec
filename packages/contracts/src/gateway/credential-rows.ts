import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, Integer, List, Model, Nullable, Text } from '../primitives.ts'
import { defineRoute } from '../route.ts'

/** Longest sealed text; passkeys and sessions of a person are limited to far less. */
const SEALED_LENGTH_MAX = 64 * 1024
const RESEAL_MAX = 100

const RowName = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'Whose and what the row is, as a hash that only the gateway makes.',
})
const KeyId = Type.String({ minLength: 1, maxLength: 100, description: 'The key of the gateway that sealed the text.' })
const Sealed = Type.String({
  minLength: 1,
  maxLength: SEALED_LENGTH_MAX,
  description: 'What only the gateway can read.',
})

/** What the gateway keeps at orders-workflow, which cannot read it. */
export const CredentialRow = Model(
  'CredentialRow',
  {
    name: RowName,
    version: described(Integer, 'Counts the writes of the row.'),
    keyId: KeyId,
    sealed: Sealed,
  },
  'A row that the gateway keeps and alone can read.',
)
export type CredentialRow = Static<typeof CredentialRow>

export const CredentialRowResult = Model(
  'CredentialRowResult',
  { row: described(Nullable(CredentialRow), 'Null: there is none.') },
  'A row, if there is one.',
)

export const CredentialRowList = Model(
  'CredentialRowList',
  { result: described(List(CredentialRow, RESEAL_MAX), 'The rows, by name.') },
  'Rows that another key has sealed.',
)

export const CredentialRowWrite = Model(
  'CredentialRowWrite',
  { keyId: KeyId, sealed: Sealed, version: described(Integer, 'The version that was read; 0: there was none.') },
  'What a row is to be, unless it has changed since.',
)
export type CredentialRowWrite = Static<typeof CredentialRowWrite>

export const CredentialRowWritten = Model(
  'CredentialRowWritten',
  { isWritten: described(Flag, '`false`: the row has changed since it was read.') },
  'Whether a row was written.',
)

const base = { url: '/internal/Credentials/:name', tags: ['Sessions'], access: ['OrderAdmin'] } as const
const params = Type.Object({ name: RowName })

export const readCredentialRow = defineRoute({
  ...base,
  method: 'GET',
  operationId: 'readCredentialRow',
  summary: 'Reads a row of the gateway.',
  params,
  responses: { 200: CredentialRowResult },
})

export const writeCredentialRow = defineRoute({
  ...base,
  method: 'PUT',
  operationId: 'writeCredentialRow',
  summary: 'Writes a row of the gateway, unless it has changed.',
  params,
  body: CredentialRowWrite,
  bodyLimit: 2 * SEALED_LENGTH_MAX,
  responses: { 200: CredentialRowWritten },
})

export const listOtherCredentialRows = defineRoute({
  ...base,
  url: '/internal/Credentials',
  method: 'GET',
  operationId: 'listOtherCredentialRows',
  summary: 'Lists rows that another key has sealed, so that they are sealed with the present one.',
  query: Type.Object({
    notSealedBy: KeyId,
    after: Type.Optional(described(Text, 'The name of the last row that was read.')),
  }),
  responses: { 200: CredentialRowList },
})

/**
 * Routes of orders-workflow for the gateway alone (security.md#credentials-of-people). It passes no
 * request on to them, and no caller but itself is accepted.
 */
export const credentialRowRoutes = [readCredentialRow, writeCredentialRow, listOtherCredentialRows] as const
export const CREDENTIAL_ROWS_AT_ONCE = RESEAL_MAX
