import { Type } from '@sinclair/typebox'
import { roles } from '../../access.ts'
import { described } from '../../primitives.ts'
import { defineRoute, ErrorBody, MEBIBYTE } from '../../route.ts'
import {
  ConfigurationDocument,
  ConfigurationUserRequest,
  DOCUMENT_VERSIONS_MAX,
  DocumentChange,
  DocumentList,
  DocumentRequest,
  DocumentVersionList,
  RestoreDocumentRequest,
} from './documents.ts'

const tags = ['Configuration'] as const
const name = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'The document, such as `users.json` or `templates/shipped/nb.html.liquid`.',
})
const dryRun = Type.Optional(
  Type.Boolean({ default: false, description: 'Dry run: says what a check finds with the change; nothing is stored.' }),
)
const allStores = 'For clients of all stores; one that is limited to stores is 403.'
/** Who changes people gives no role that they do not have (configuration.md#stored-documents). */
const writes = { tags, access: ['OrderAdmin'], optionalRoles: roles, bodyLimit: MEBIBYTE, carriesVersion: true } as const

export const listConfigurationDocuments = defineRoute({
  method: 'GET',
  url: '/api/Configuration/Documents',
  operationId: 'listConfigurationDocuments',
  summary: 'Lists the documents of the configuration that may be changed here, each with its version.',
  description: `People, order handling and templates; other files are changed in the folder. ${allStores}`,
  tags,
  access: ['OrderAdmin'],
  responses: { 200: DocumentList },
})

export const getConfigurationDocument = defineRoute({
  method: 'GET',
  url: '/api/Configuration/Documents/Content',
  operationId: 'getConfigurationDocument',
  summary: 'Reads a document of the configuration, as it is or as it was.',
  description: `In place of a secret hash is a fingerprint, equal for equal secrets. ${allStores}`,
  tags,
  access: ['OrderAdmin'],
  query: Type.Object({
    name,
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'A former version. Absent: what counts now.' }),
    ),
  }),
  responses: { 200: ConfigurationDocument, 404: ErrorBody },
  carriesVersion: true,
})

export const putConfigurationDocument = defineRoute({
  ...writes,
  method: 'PUT',
  url: '/api/Configuration/Documents/Content',
  operationId: 'putConfigurationDocument',
  audit: 'ConfigurationChange',
  needsConfirmation: true,
  summary: 'Stores a new version of a document, which counts in place of the file in all services.',
  description:
    'The whole configuration is checked with it, by the rules of `oms config check`; errors are 400 by their paths. All processes ' +
    `take it over within seconds. With \`If-Match\` a version that another one has replaced is 412. ${allStores}`,
  query: Type.Object({ name, dryRun }),
  body: DocumentRequest,
  responses: { 200: DocumentChange },
})

export const listConfigurationDocumentVersions = defineRoute({
  method: 'GET',
  url: '/api/Configuration/Documents/Versions',
  operationId: 'listConfigurationDocumentVersions',
  summary: 'Lists the versions of a document: when, by whom and why.',
  description: `At most ${DOCUMENT_VERSIONS_MAX}, newest first; \`before\` reads on. ${allStores}`,
  tags,
  access: ['OrderAdmin'],
  query: Type.Object({
    name,
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only versions before this one.' })),
  }),
  responses: { 200: DocumentVersionList },
})

export const restoreConfigurationDocument = defineRoute({
  ...writes,
  method: 'POST',
  url: '/api/Configuration/Documents/Restore',
  operationId: 'restoreConfigurationDocument',
  audit: 'ConfigurationChange',
  needsConfirmation: true,
  summary: 'Stores a former version of a document again, as a new version.',
  description: `Passwords are those of then. It is checked as any change. ${allStores}`,
  query: Type.Object({ name, dryRun }),
  body: RestoreDocumentRequest,
  responses: { 200: DocumentChange, 404: ErrorBody },
})

export const putConfigurationUser = defineRoute({
  ...writes,
  method: 'PUT',
  url: '/api/Configuration/Users/:userName',
  operationId: 'putConfigurationUser',
  permission: 'Users',
  audit: 'UserChange',
  needsConfirmation: true,
  summary: 'Adds a person who may sign in, or changes one; a new version of users.json.',
  description:
    'Fields that are absent stay. The caller has every role of the person, before and after the change, and stays an administrator; ' +
    `\`If-Match\` is the version of \`users.json\`. ${allStores}`,
  params: Type.Object({
    userName: described(Type.String({ minLength: 1, maxLength: 100 }), 'The name that the person signs in with.'),
  }),
  query: Type.Object({ dryRun }),
  body: ConfigurationUserRequest,
  responses: { 200: DocumentChange },
})
