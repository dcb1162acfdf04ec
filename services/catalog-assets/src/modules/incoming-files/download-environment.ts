import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { DownloadDeps } from './download-file.ts'
import { readFetchAllow } from './fetch-allow.ts'
import { openIncomingFolder } from './incoming-folder.ts'

/** The variables that say where files may be downloaded from. */
export const downloadVariables = {
  ASSET_FETCH_ALLOW: Type.Array(Type.String(), {
    default: [],
    description:
      'Where files of assets may be downloaded from besides the public internet, on any port: networks (`10.0.0.0/8`), addresses, names of hosts.',
  }),
}

/** What downloads and uploads work with, by the environment. Throws, for people, when it is of no use. */
export async function downloadsFromEnvironment(environment: {
  ASSET_FETCH_ALLOW: string[]
  OMS_DATA_DIR: string
}): Promise<DownloadDeps> {
  const incomingFolder = join(environment.OMS_DATA_DIR, 'incoming')
  await openIncomingFolder(incomingFolder)
  return { incomingFolder, fetchAllow: readFetchAllow(environment.ASSET_FETCH_ALLOW) }
}
