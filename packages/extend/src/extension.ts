import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { DefinedConnector } from './connector.ts'
import type { EventHandler } from './event-handler.ts'
import type { ExtensionReport } from './report.ts'
import type { ExtensionStep } from './step.ts'

/**
 * The version of the interface of extensions, by semantic versioning (extensions.md#versions):
 * minor versions add, major ones change what there is.
 */
export const interfaceVersion = '1.1.0'

/** What an extension adds to the system. */
export type Extension = {
  /** Names it in messages: letters, digits and dashes. */
  name: string
  steps?: readonly ExtensionStep[]
  /** Made by `defineField`. */
  fields?: readonly CustomField[]
  reports?: readonly ExtensionReport[]
  /** Connectors that the configuration may name (extensions.md#own-connectors). */
  connectors?: readonly DefinedConnector<'payment' | 'shipping'>[]
  /** What is done with events (extensions.md#event-handlers). */
  onEvent?: EventHandler
}

/** An extension with the version of the interface that it was written for. */
export type DefinedExtension = Extension & { interfaceVersion: string }

/** What the module of an extension exports as `extension` (extensions.md#loading). */
export function defineExtension(extension: Extension): DefinedExtension {
  return { ...extension, interfaceVersion }
}

/**
 * Whether a system with one version of the interface runs an extension of another: the same major
 * version, and no later minor one.
 */
export function isCompatible(extension: string, system = interfaceVersion): boolean {
  const [wanted, given] = [readVersion(extension), readVersion(system)]
  return wanted !== null && given !== null && wanted.major === given.major && wanted.minor <= given.minor
}

function readVersion(text: string): { major: number; minor: number } | null {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})\.\d{1,6}$/.exec(text) ?? []
  return major === undefined ? null : { major: Number(major), minor: Number(minor) }
}
