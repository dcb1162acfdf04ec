import { join } from 'node:path'
import { DomainError } from '@open-oms/contracts/errors'
import type { Log } from '@open-oms/service-kit/observability/log'
import { type Static, Type } from '@sinclair/typebox'
import { bucketCredentials } from './bucket-credentials.ts'
import type { FileStore } from './file-store.ts'
import { fsStore } from './fs-store.ts'

/** The variables that say where the content of assets is kept. */
export const storageVariables = {
  ASSET_STORE: Type.Union([Type.Literal('fs'), Type.Literal('s3')], {
    default: 'fs',
    description: 'Where the files of assets are kept: a folder, which all instances share, or a bucket of S3.',
  }),
  ASSET_DIR: Type.Optional(Type.String({ description: 'The folder, for `fs`; by default `assets` in OMS_DATA_DIR.' })),
  OMS_DATA_DIR: Type.String({
    default: '.data',
    description: 'Folder for files that come in (`incoming`), and for those of assets unless ASSET_DIR names another one.',
  }),
  S3_BUCKET: Type.Optional(Type.String({ description: 'The bucket, for `s3`.' })),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'Region of the bucket.' }),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        "A service other than Amazon's that speaks S3. Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from any " +
        "other place where Amazon's tools look for them.",
    }),
  ),
  AWS_ACCESS_KEY_ID: Type.Optional(Type.String({ secret: true, description: 'Name of the key of the bucket.' })),
  AWS_SECRET_ACCESS_KEY: Type.Optional(Type.String({ secret: true, description: 'Key of the bucket.' })),
  S3_PATH_STYLE: Type.Boolean({
    default: false,
    description: 'Address buckets as `endpoint/bucket` rather than `bucket.endpoint`, as most services but Amazon want it.',
  }),
  ASSET_SWEEP_MINUTES: Type.Integer({
    default: 60,
    minimum: 1,
    description: 'Pause between two sweeps, which look for files that nothing refers to, and for files that are missing.',
  }),
  ASSET_GRACE_HOURS: Type.Integer({
    default: 24,
    minimum: 2,
    description: 'Age from which a sweep removes files that nothing refers to. Longer than any write takes.',
  }),
}

export const storageNames = Object.keys(storageVariables) as (keyof typeof storageVariables)[]

const StorageEnvironment = Type.Object(storageVariables)
export type StorageEnvironment = Static<typeof StorageEnvironment>

/**
 * The store that the environment names. Throws with a message for people when something is missing.
 */
export async function storeFromEnvironment(environment: StorageEnvironment): Promise<FileStore> {
  const { ASSET_STORE, ASSET_DIR, OMS_DATA_DIR, S3_BUCKET } = environment
  if (ASSET_STORE === 'fs') return fsStore(ASSET_DIR ?? join(OMS_DATA_DIR, 'assets'))
  if (S3_BUCKET === undefined) throw new Error('S3_BUCKET is missing: ASSET_STORE is s3.')
  return bucketStore(S3_BUCKET, environment)
}

/**
 * A bucket at the service that the environment names. Amazon's SDK is loaded here, because who
 * keeps files in a folder does not need its 12 MiB.
 */
export async function bucketStore(bucket: string, environment: StorageEnvironment): Promise<FileStore> {
  const { S3_REGION: region, S3_ENDPOINT: endpoint, S3_PATH_STYLE: isPathStyle } = environment
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({ bucket, region, endpoint, isPathStyle, credentials: bucketCredentials(environment) })
}

/**
 * Checks at the start whether the store can be used, and logs the result. A store that is
 * unreachable for the moment is only logged: requests that need no file are served all the same.
 * Throws what only people can correct, such as a bucket that does not exist.
 */
export async function checkStore(store: FileStore, log: Log): Promise<void> {
  try {
    await store.check()
    log.info({ store: store.name }, 'the file store can be used')
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    log.warn({ err: error.cause, store: store.name }, 'the file store cannot be reached; requests that need a file get 503')
  }
}
