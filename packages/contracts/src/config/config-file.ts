import {
  FormatRegistry,
  type SchemaOptions,
  type Static,
  type TArray,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox'
import { Nullable } from '../primitives.ts'

/** One thing that is wrong with the tenant configuration: where, why, and what puts it right. */
export type ConfigProblem = {
  /** File name inside the configuration folder: `stores.json`. */
  file: string
  /** Path in the file: `stores[2].marketId`. */
  path: string
  reason: string
  /** What to do about it, as a sentence: `Set it to 1 or more.` */
  remedy: string
}

/** A file of the tenant configuration. */
export type ConfigFileContract<S extends TSchema = TSchema, T = unknown> = {
  /** File name inside the configuration folder. */
  file: string
  summary: string
  schema: S
  /** The content when there is no such file; absent: the file must be there. */
  whenMissing?: Static<S>
  /** It is of one process, which may have it elsewhere, and not of the configuration of all. */
  isSecret?: true
  /** Takes what the program works with out of the checked content, defaults filled in. */
  read(content: Static<S>): T
}

/**
 * Declares a configuration file once; the loader, its JSON Schema and the configuration reference
 * read this constant.
 */
export function defineConfigFile<const S extends TSchema, T>(contract: ConfigFileContract<S, T>): ConfigFileContract<S, T> {
  return contract
}

/** A text file of a folder of the tenant configuration. */
export type ConfigText = {
  /** Path inside the configuration folder: `templates/shipped/nb.html.liquid`. */
  path: string
  text: string
}

/** A folder of the tenant configuration with text files. It may be missing, and then is empty. */
export type ConfigFolderContract<T = unknown> = {
  /** Name inside the configuration folder. */
  folder: string
  /** What the names of its files end with; other files are not read. */
  ending: string
  summary: string
  /** Takes what the program works with out of the files, which are sorted by path. */
  read(files: readonly ConfigText[]): T
}

/**
 * A rule over one or several files that a schema cannot say. It runs when all files it needs are
 * loaded.
 */
export type ConfigCheck = {
  needs: readonly string[]
  /** Pure: loaded content by name in, problems out. */
  find(config: never): ConfigProblem[]
  /** Its problems are logged and stop nothing: the tenant can run without what they name. */
  isWarning?: boolean
}

/** An object of the configuration. Unknown fields are refused: here they are misspelt settings. */
export function ConfigObject<T extends TProperties>(properties: T, description: string) {
  return Type.Object(properties, { additionalProperties: false, description })
}

/** A whole file: an object that may name its JSON Schema for the editor's sake. */
export function ConfigFile<T extends TProperties>(properties: T, description: string) {
  return Type.Object(
    { $schema: Type.Optional(Type.String({ description: 'Path of the JSON Schema, for editors.' })), ...properties },
    { additionalProperties: false, description },
  )
}

/** A field that may be left out and then has this value. */
export function WithDefault<T extends TSchema>(schema: T, value: Static<T>): T {
  return { ...schema, default: value }
}

/**
 * The same schema with other texts or bounds. Its type stays a name: that of an object spread would
 * be written out, with symbols that the declarations of a build cannot name.
 */
export function WithOptions<T extends TSchema>(schema: T, options: SchemaOptions): T {
  return { ...schema, ...options }
}

/** A field that may be left out or null. */
export function OrNull<T extends TSchema>(schema: T) {
  return WithDefault(Nullable({ ...schema }), null as never)
}

/** A list that may be left out and then is empty. */
export function ListOrNone<T extends TSchema>(items: T, description: string): TArray<T> {
  return WithDefault(Type.Array(items, { description }), [] as never)
}

/** A flag that may be left out. */
export function FlagWithDefault(value: boolean, description: string) {
  return Type.Boolean({ default: value, description })
}

/** An id or a name: 1 to 100 characters without control characters. */
export function Name(description: string) {
  return Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$', description })
}

/** An address, or a network in CIDR notation: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function Network(description: string) {
  return Type.String({ format: 'config-network', description })
}
FormatRegistry.Set('config-network', (value) => {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(value) ?? []
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(address))
    return address.split('.').every((part) => Number(part) <= 255) && (bits === undefined || Number(bits) <= 32)
  return URL.canParse(`http://[${address}]/`) && (bits === undefined || Number(bits) <= 128)
})

/** Free text. */
export function Words(description: string) {
  return Type.String({ description })
}

/**
 * The name of an environment variable that holds a secret or an address. The value itself is never
 * in a file.
 */
export function EnvironmentVariable(description: string) {
  return Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', description })
}

/** A calendar day, `2026-01-31`. */
export function Day(description: string) {
  return Type.String({ format: 'config-day', description })
}
FormatRegistry.Set('config-day', (value) => {
  const instant = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value)
})

/** A time zone of the IANA database, `Europe/Oslo`. */
export function TimeZone(description: string) {
  return Type.String({ format: 'time-zone', mustBe: 'a time zone, such as Europe/Oslo', description })
}
FormatRegistry.Set('time-zone', (value) => {
  try {
    // There is no other way to ask whether a zone is known: aliases are missing from
    // Intl.supportedValuesOf.
    new Intl.DateTimeFormat('en', { timeZone: value })
    return /^[A-Za-z]/.test(value)
  } catch {
    return false
  }
})

/** A percentage from 0 to 100. */
export function Percentage(description: string) {
  return Type.Number({ minimum: 0, maximum: 100, description })
}

/** A group of settings that may be left out: every field has a default. */
export function Group<T extends TProperties>(properties: T, description: string) {
  return WithDefault(ConfigObject(properties, description), {} as never)
}
