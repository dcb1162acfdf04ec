import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigFolderContract, ConfigProblem, ConfigText } from '@open-oms/contracts/config/config-file'

/** More would be no configuration any more, and would be kept in memory by every process. */
const FILES_MAX = 1_000
const FILE_BYTES_MAX = 64 * 1_024
const REMEDY = `Make it a readable file of UTF-8 text, at most ${FILE_BYTES_MAX / 1_024} KiB.`

/**
 * Documents that count in place of the files of the same name: text by path in the configuration
 * folder (configuration.md#stored-documents).
 */
export type StoredDocuments = Readonly<Record<string, string>>

export type ReadFolder = { files: ConfigText[] } | { problems: ConfigProblem[] }

/**
 * Reads the files of a folder of the configuration and of the folders in it, sorted by path. Where
 * the configuration cannot have folders (a ConfigMap), `templates.shipped.nb.html.liquid` beside
 * the other files counts as `templates/shipped/nb.html.liquid`
 * (configuration.md#configuration-folders). A folder that is missing is empty. What is stored
 * counts in place of its file, and beside the others.
 */
export async function readConfigFolder(
  directory: string,
  contract: Omit<ConfigFolderContract, 'read'>,
  stored: StoredDocuments = {},
): Promise<ReadFolder> {
  const ownStored = Object.keys(stored).filter((path) => path.startsWith(`${contract.folder}/`) && path.endsWith(contract.ending))
  const replaced = new Set(ownStored.map(pathKey))
  const ofFiles = (await listConfigPaths(directory, contract)).filter((path) => !replaced.has(pathKey(path)))
  const paths = [...ofFiles, ...ownStored].sort()
  if (paths.length > FILES_MAX)
    return {
      problems: [{ file: contract.folder, path: '', reason: `has more than ${FILES_MAX} files`, remedy: 'Remove files.' }],
    }
  const read = await Promise.all(
    paths.map(async (path) => {
      const text = stored[path]
      return text === undefined ? readText(directory, path) : { path, text }
    }),
  )
  const problems = read.flatMap((outcome) =>
    'reason' in outcome ? [{ file: outcome.path, path: '', reason: outcome.reason, remedy: REMEDY }] : [],
  )
  if (problems.length > 0) return { problems }
  return { files: read as ConfigText[] }
}

/** The same for a file in the folder and for its other form beside the folder. */
function pathKey(path: string): string {
  return path.replaceAll('/', '.')
}

async function listConfigPaths(directory: string, { folder, ending }: Omit<ConfigFolderContract, 'read'>): Promise<string[]> {
  const isRead = (name: string) => name.endsWith(ending) && !name.startsWith('.')
  const beside = (await namesIn(directory)).filter((name) => isRead(name) && name.startsWith(`${folder}.`))
  const own = await namesIn(join(directory, folder))
  const deeper = await Promise.all(
    own
      .filter((name) => !isRead(name) && !name.startsWith('.'))
      .map(async (name) => (await namesIn(join(directory, folder, name))).filter(isRead).map((file) => `${name}/${file}`)),
  )
  return [...beside, ...[...own.filter(isRead), ...deeper.flat()].map((path) => `${folder}/${path}`)].sort()
}

/** The names in a folder; none for a file and for what is missing. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

async function readText(directory: string, path: string): Promise<ConfigText | { path: string; reason: string }> {
  try {
    const bytes = await readFile(join(directory, path))
    if (bytes.length > FILE_BYTES_MAX) return { path, reason: `is larger than ${FILE_BYTES_MAX / 1_024} KiB` }
    return { path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    return { path, reason: `cannot be read as UTF-8: ${(error as Error).message}` }
  }
}
