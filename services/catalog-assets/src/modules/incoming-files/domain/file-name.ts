const NAME_CHARACTERS_MAX = 150
const EXTENSION_CHARACTERS_MAX = 12

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/**
 * Control characters, those that reverse or hide text, halves of surrogate pairs, and unassigned
 * ones.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u{fffd}]/gu
/** Special characters of any file system. */
const SPECIAL = /[<>:"|?*]/g

type Names = {
  /** As it was sent. */
  fileName: string | null
  /** Of a download. */
  url?: string
  /** Of the detected type, without the dot. */
  extension: string
}

/**
 * What a file is called: as it was sent, else as the last segment of its address, else by its type
 * (assets.md#file-names); safe in each case.
 */
export function resolveFileName({ fileName, url, extension }: Names): string {
  return safeFileName(fileName ?? '') || safeFileName(lastSegment(url)) || `file.${extension}`
}

function lastSegment(url: string | undefined): string {
  const segment =
    URL.parse(url ?? '')
      ?.pathname.split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * A name that is one segment of a path on every system, and shows as it is: the part after the last
 * slash of either kind, without unseen characters, no more than 150 long with its extension kept.
 * Empty when nothing is left.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const seen = last.toWellFormed().normalize('NFC').replace(UNSEEN, '').replace(/\s+/gu, ' ').replace(SPECIAL, '_')
  const bare = seen.replace(/^[.\s]+|[.\s]+$/gu, '')
  return shortenedName(DEVICE.test(bare) ? `_${bare}` : bare)
}

function shortenedName(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= NAME_CHARACTERS_MAX) return name
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= EXTENSION_CHARACTERS_MAX ? characters.slice(dot) : []
  return (
    characters
      .slice(0, NAME_CHARACTERS_MAX - extension.length)
      .join('')
      .trimEnd() + extension.join('')
  )
}
