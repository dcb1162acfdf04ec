import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates } from './checks/find-problems.ts'
import { ConfigFile, ConfigObject, type ConfigProblem, defineConfigFile } from './config-file.ts'

export const ExtensionSource = ConfigObject(
  {
    module: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[^\\u0000-\\u001f\\u007f]+$',
      description: 'A file, as `./extensions/loyalty.ts` seen from this folder, or the name of an installed package.',
    }),
  },
  'A module that exports an extension.',
)
export type ExtensionSource = Static<typeof ExtensionSource>

export const extensionsFile = defineConfigFile({
  file: 'extensions.json',
  summary: 'Extensions: own workflow steps in TypeScript.',
  schema: ConfigFile(
    { extensions: Type.Array(ExtensionSource, { maxItems: 50, description: 'The extensions, in the order they are loaded.' }) },
    'Extensions (extensions.md). They are loaded when a process starts.',
  ),
  whenMissing: { extensions: [] },
  read: ({ extensions }) => extensions,
})

/** Each module is named once. */
export function findExtensionSourceProblems(extensions: readonly ExtensionSource[]): ConfigProblem[] {
  const { file } = extensionsFile
  return findDuplicates({ file, list: 'extensions', items: extensions, key: 'module', value: ({ module }) => module })
}
