import type { MappingFile } from '@oms/import/mapping/mapping-file'

type Constants = NonNullable<MappingFile['constants']>

/** The constants of a mapping, one `path=value` on each line. */
export function textOfConstants({ constants = {} }: Pick<MappingFile, 'constants'>): string {
  return Object.entries(constants)
    .map(([path, value]) => `${path}=${value}`)
    .join('\n')
}

/** The constants that lines of `path=value` are; one without a sign is a path without a value. */
export function constantsOfText(text: string): Constants {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}
