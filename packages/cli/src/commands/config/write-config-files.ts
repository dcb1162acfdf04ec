import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'

/**
 * Writes the files of a configuration, as `GET /api/Configuration` has them, into a folder:
 * templates are texts, all else is JSON.
 */
export async function writeConfigFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    if (isAbsolute(file) || normalize(file).startsWith('..')) throw new Error(`"${file}" is not a configuration file.`)
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
}
