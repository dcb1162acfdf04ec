import { isStorable, storableFiles } from '@open-oms/contracts/config/stored-documents'
import { tenantJsonFiles } from '@open-oms/contracts/config/tenant-config'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  type ConfigurationDocument,
  DOCUMENT_VERSIONS_MAX,
  type DocumentList,
  type DocumentSummary,
  type DocumentVersionList,
} from '@open-oms/contracts/orders/configuration/documents'
import type { ConfigFinding } from '@open-oms/service-kit/config/find-config-findings'
import type { ConfigContent } from '@open-oms/service-kit/config/load-tenant-config'
import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import { withoutSecrets } from '@open-oms/service-kit/config/without-secrets'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { readNewestVersions, readVersion, readVersions, type StoredVersion, shownVersion } from './document-store.ts'

export type StoredConfigurationDeps = Pick<OrderDeps, 'query' | 'execute'> & {
  storedConfiguration: {
    /** The files of the folder alone, as they are now. */
    folder: () => Promise<ConfigContent>
    /** What a start of any service would refuse or warn of with these documents. */
    findings: (stored: StoredDocuments) => Promise<ConfigFinding[]>
    /** Takes over what was stored. */
    look: () => Promise<void>
  }
}

/** Refuses what is not one of the documents that may be stored with `ValidationFailed`. */
export function requireStorable(name: string): void {
  if (!isStorable(name))
    throw invalid('name', `must be one of ${storableFiles.join(', ')}, or a template such as templates/shipped/nb.html.liquid`)
}

/** What may be changed, with its version (configuration.md#stored-documents). */
export async function listDocuments(deps: StoredConfigurationDeps): Promise<DocumentList> {
  const { byName } = await readNewestVersions(deps)
  const { texts } = await deps.storedConfiguration.folder()
  const ofFolder = Object.keys(texts).map(storedName).filter(isStorable)
  const names = [...new Set([...storableFiles, ...ofFolder, ...byName.keys()])].sort()
  return { result: names.map((name) => shownDocument(name, byName.get(name) ?? null)) }
}

/** A document as lists show it; null: no version was stored. */
export function shownDocument(name: string, stored: StoredVersion | null): DocumentSummary {
  return { name, ...shownVersion(stored) }
}

/** A file beside the folder of templates goes by the name that it has in the folder. */
function storedName(file: string): string {
  const [, folder, name, language, ...rest] = /^(templates)\.([^.]+)\.([^.]+)\.(.+)$/.exec(file) ?? []
  return folder === undefined ? file : `${folder}/${name}/${[language, ...rest].join('.')}`
}

/** The text of a document that counts in the folder; null when it has none. */
export async function folderText({ storedConfiguration }: StoredConfigurationDeps, name: string): Promise<string | null> {
  const { texts } = await storedConfiguration.folder()
  return Object.entries(texts).find(([file]) => storedName(file) === name)?.[1] ?? null
}

/**
 * Reads a document without secrets. Raises `ValidationFailed`, `NotFound` for an unknown version.
 */
export async function getDocument(
  deps: StoredConfigurationDeps,
  { name, version }: { name: string; version?: number | undefined },
): Promise<ConfigurationDocument> {
  requireStorable(name)
  const stored =
    version === undefined ? ((await readNewestVersions(deps)).byName.get(name) ?? null) : await readVersion(deps, name, version)
  if (stored === null && version !== undefined) throw versionNotFound(name, version)
  const text = stored?.content ?? (await folderText(deps, name))
  return { ...shownDocument(name, stored), text: text === null ? null : withFingerprints(name, text) }
}

/** The error for a version that was never stored. */
export function versionNotFound(name: string, version: number): DomainError {
  return new DomainError('NotFound', `Document "${name}" has no version ${version}.`)
}

/** Lists versions of a document, newest first. Raises `ValidationFailed`. */
export async function listVersions(
  deps: StoredConfigurationDeps,
  { name, before }: { name: string; before?: number | undefined },
): Promise<DocumentVersionList> {
  requireStorable(name)
  return { result: await readVersions(deps, { name, before: before ?? 2_147_483_647, take: DOCUMENT_VERSIONS_MAX }) }
}

/**
 * The text as the file would have it, with a fingerprint in place of each secret. Null for a file
 * of the folder that is no JSON: what of it is a secret cannot be said.
 */
function withFingerprints(name: string, text: string): string | null {
  const schema = tenantJsonFiles.find(({ file }) => file === name)?.schema
  if (schema === undefined) return text
  try {
    return jsonText(withoutSecrets(JSON.parse(text), schema))
  } catch {
    return null
  }
}

/** As the files are written. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
