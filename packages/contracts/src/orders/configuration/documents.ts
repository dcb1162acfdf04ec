import { type Static, Type } from '@sinclair/typebox'
import { RoleName } from '../../config/access/roles.ts'
import { PASSWORD_LENGTH_MIN } from '../../config/access/users.ts'
import { DateTime, described, Flag, Model, Nullable, Text } from '../../primitives.ts'
import { ConfigurationFinding } from './configuration-check.ts'

/** Longest text of a document. */
export const DOCUMENT_LENGTH_MAX = 512 * 1_024
/** Most bytes of a template, as of a file of the folder. */
export const TEMPLATE_BYTES_MAX = 64 * 1_024
export const CHANGE_NOTE_MAX = 500
export const DOCUMENT_VERSIONS_MAX = 100

const versionFields = {
  version: described(Type.Integer({ minimum: 0 }), 'Counts its versions from 1; 0: none was stored, and the file counts.'),
  isStored: described(Flag, 'Whether it counts in place of the file; false: the file of the folder counts.'),
  changed: described(Nullable(DateTime), 'When the version was stored; null for version 0.'),
  changedBy: described(
    Nullable(Text),
    'Who stored it: the person who had signed in, or the API client of the token. Requests name nobody else.',
  ),
  note: described(Nullable(Text), 'What the author says about the change.'),
}

export const DocumentVersion = Model('ConfigurationDocumentVersion', versionFields, 'A version of a stored document.')
export type DocumentVersion = Static<typeof DocumentVersion>

const name = described(Text, 'The file that it counts in place of, such as `users.json`.')

export const DocumentSummary = Model(
  'ConfigurationDocumentSummary',
  { name, ...versionFields },
  'A document of the configuration that may be changed without its folder, as it is now.',
)
export type DocumentSummary = Static<typeof DocumentSummary>

export const DocumentList = Model(
  'ConfigurationDocumentList',
  { result: described(Type.Array(DocumentSummary), 'The documents, by name.') },
  'The documents that may be changed without the folder: those of the folder, and those stored.',
)
export type DocumentList = Static<typeof DocumentList>

export const ConfigurationDocument = Model(
  'ConfigurationDocument',
  {
    name,
    ...versionFields,
    text: described(
      Nullable(Text),
      'The text as the file would have it, with a fingerprint in place of each secret. Null: there is no such file, or it is not JSON.',
    ),
  },
  'A document of the configuration with its text.',
)
export type ConfigurationDocument = Static<typeof ConfigurationDocument>

const note = described(
  Type.Optional(Nullable(Type.String({ maxLength: CHANGE_NOTE_MAX }))),
  `Why it is changed, for people: at most ${CHANGE_NOTE_MAX} characters.`,
)

export const DocumentRequest = Model(
  'ConfigurationDocumentRequest',
  {
    text: described(
      Nullable(Type.String({ maxLength: DOCUMENT_LENGTH_MAX })),
      'The new text. A secret that is written as its fingerprint stays as it is. Null: the file of the folder counts again.',
    ),
    note,
  },
  'A new version of a document.',
)
export type DocumentRequest = Static<typeof DocumentRequest>

export const RestoreDocumentRequest = Model(
  'RestoreConfigurationDocumentRequest',
  {
    version: described(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
      'The version whose text is stored again. 0: the file of the folder counts again.',
    ),
    note,
  },
  'Which version of a document is restored.',
)
export type RestoreDocumentRequest = Static<typeof RestoreDocumentRequest>

/** Of passwords that are given in the browser. */
export const PASSWORD_LENGTH_MAX = 200

export const ConfigurationUserRequest = Model(
  'ConfigurationUserRequest',
  {
    displayName: described(
      Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
      'The name that pages show. Absent: it stays; null: the user name.',
    ),
    roles: described(Type.Optional(Type.Array(RoleName)), 'What the person may do. Absent: they stay; of a new person: none.'),
    storeIds: described(
      Type.Optional(Type.Array(Type.String())),
      'The stores that the person is limited to; empty: all. Absent: they stay.',
    ),
    isDisabled: described(Type.Optional(Flag), 'Whether the person may not sign in at present. Absent: it stays.'),
    mustChangePassword: described(
      Type.Optional(Flag),
      'Whether the person chooses a password of their own before all else. Absent: it stays.',
    ),
    needsSecondFactor: described(
      Type.Optional(Flag),
      'Whether the person must have a passkey or an authenticator app. Absent: it stays.',
    ),
    networks: described(
      Type.Optional(Type.Array(Type.String({ maxLength: 100 }))),
      'The addresses and networks, `10.0.0.0/8`, that the person may come from; empty: any. Absent: they stay.',
    ),
    password: described(
      Type.Optional(Type.String({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX })),
      `A new password of at least ${PASSWORD_LENGTH_MIN} characters; the sessions of the person end. Absent: it stays. Required of a new person. The gateway keeps a hash of it, and no service learns either.`,
    ),
    note,
  },
  'A person who may sign in, new or changed.',
)
export type ConfigurationUserRequest = Static<typeof ConfigurationUserRequest>

export const DocumentChange = Model(
  'ConfigurationDocumentChange',
  {
    document: described(DocumentSummary, 'The document: as it is now, or after a dry run as it still is.'),
    isChanged: described(Flag, 'Whether a version was stored. False of a dry run, and where the text was the same.'),
    findings: described(
      Type.Array(ConfigurationFinding),
      'What a check of the whole configuration with the change says; errors are in dry runs only, since they refuse the change.',
    ),
  },
  'What came of a change of a document.',
)
export type DocumentChange = Static<typeof DocumentChange>

export const DocumentVersionList = Model(
  'ConfigurationDocumentVersionList',
  { result: described(Type.Array(DocumentVersion), 'The versions, newest first.') },
  'The versions of a document.',
)
export type DocumentVersionList = Static<typeof DocumentVersionList>
