import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { DownloadDeps } from './download-file.ts'
import { readFetchAllow } from './fetch-allow.ts'

/** The variables that say where files may be downloaded from. */
export const downloadVariables = {
  ASSET_FETCH_ALLOW: Type.Array(Type.String(), {
    default: [],
    description:
      'Where files of assets may be downloaded from besides the public internet, on any port: networks (`10.0.0.0/8`), addresses, names of hosts.',
  }),
}

/**
 * The dependencies of downloads and uploads, by the environment. Throws, with a message for people,
 * when it is invalid.
 */
export async function downloadsFromEnvironment(environment: {
  ASSET_FETCH_ALLOW: string[]
  OMS_DATA_DIR: string
}): Promise<DownloadDeps> {
  const incomingFolder = join(environment.OMS_DATA_DIR, 'incoming')
  await openIncomingFolder(incomingFolder)
  return { incomingFolder, fetchAllow: readFetchAllow(environment.ASSET_FETCH_ALLOW) }
}

/** Longer than any request that brings a file may take. */
const LEFT_OVER_AFTER_MS = 60 * 60 * 1_000

/**
 * Creates the folder for incoming files, and removes files that processes that died left in it.
 * Other instances may share it. Throws when it cannot be written to.
 */
export async function openIncomingFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > LEFT_OVER_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}
