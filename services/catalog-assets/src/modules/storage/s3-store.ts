import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { invariant } from '@open-oms/contracts/errors'
import { type BucketAddress, s3ClientOptions } from '@open-oms/service-kit/files/s3-client-options'
import {
  type ByteRange,
  checkKey,
  type FileStore,
  type FileToStore,
  isFileKey,
  type ListedFile,
  storeUnavailable,
} from './file-store.ts'

export type S3StoreOptions = BucketAddress<S3ClientConfig['credentials']> & {
  bucket: string
  /** Keys in one page of a list; by default as many as the service returns. */
  pageSize?: number
  /** Maximum wait for the head of a response; 10 s by default. */
  responseMs?: number
}

/** Files above this go up in parts; that much of each of two parts is in memory. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
/**
 * Until the head of the response, with all tries. Files are removed under a lock, which Postgres
 * releases after a minute.
 */
const RESPONSE_MS = 10_000

type Target = { client: S3Client; bucket: string; pageSize: number | undefined; responseMs: number }

/**
 * A store in a bucket of S3, or of anything that speaks its protocol. The keys are the names of the
 * objects.
 */
export function s3Store({ bucket, pageSize, responseMs = RESPONSE_MS, ...address }: S3StoreOptions): FileStore {
  const client = new S3Client(s3ClientOptions(address))
  const target: Target = { client, bucket, pageSize, responseMs }
  return {
    name: `s3:${bucket}`,
    check: () => checkBucket(target),
    put: (key, file) => put(target, key, file),
    open: (key, range) => open(target, key, range),
    exists: (key) => exists(target, key),
    remove: async (key) => {
      checkKey(key)
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: key })
      await soon(target, (abortSignal) => client.send(command, { abortSignal })).catch(failed)
    },
    list: (prefix = '') => list(target, prefix),
    removeUnfinished: (before) => removeUnfinished(target, before).catch(failed),
    close: () => client.destroy(),
  }
}

function failed(error: unknown): never {
  throw storeUnavailable(error)
}

function unlessMissing(error: unknown): null {
  if (hasStatus(error, 404) && error.name !== 'NoSuchBucket') return null
  return failed(error)
}

function hasStatus(error: unknown, status: number): error is S3ServiceException {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}

/** Aborts a call whose response does not begin in time; the body may take longer. */
async function soon<T>({ responseMs }: Target, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), responseMs)
  try {
    return await call(late.signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A bucket that does not exist or is not ours is a configuration error; an unreachable service may
 * come back.
 */
async function checkBucket(target: Target): Promise<void> {
  try {
    await soon(target, (abortSignal) => target.client.send(new HeadBucketCommand({ Bucket: target.bucket }), { abortSignal }))
  } catch (error) {
    const reason = hasStatus(error, 404)
      ? 'does not exist'
      : hasStatus(error, 403)
        ? 'may not be used with these credentials'
        : null
    if (reason !== null) throw new Error(`The bucket "${target.bucket}" of the assets ${reason}.`)
    failed(error)
  }
}

async function put({ client, bucket }: Target, key: string, { path, length, contentType }: FileToStore): Promise<void> {
  checkKey(key)
  invariant((await stat(path)).size === length, 'the file to store is as long as was said')
  const upload = new Upload({
    client,
    params: {
      Bucket: bucket,
      Key: key,
      Body: createReadStream(path),
      ContentType: contentType,
      ...(length <= PART_BYTES ? { ContentLength: length } : {}),
    },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  })
  await upload.done().catch(failed)
}

async function open(target: Target, key: string, range?: ByteRange): Promise<Readable | null> {
  checkKey(key)
  const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
  const command = new GetObjectCommand({ Bucket: target.bucket, Key: key, ...Range })
  const response = await soon(target, (abortSignal) => target.client.send(command, { abortSignal })).catch(unlessMissing)
  return response === null ? null : (response.Body as Readable)
}

async function exists(target: Target, key: string): Promise<{ length: number } | null> {
  checkKey(key)
  const command = new HeadObjectCommand({ Bucket: target.bucket, Key: key })
  const response = await soon(target, (abortSignal) => target.client.send(command, { abortSignal })).catch(unlessMissing)
  return response === null ? null : { length: response.ContentLength ?? 0 }
}

/** Other objects in the bucket are left out, and so never removed. */
async function* list({ client, bucket, pageSize }: Target, prefix: string): AsyncGenerator<ListedFile> {
  const page = pageSize === undefined ? {} : { pageSize }
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client, ...page }, { Bucket: bucket, Prefix: prefix }))
      for (const { Key = '', Size = 0, LastModified } of Contents)
        if (isFileKey(Key)) yield { key: Key, length: Size, modified: LastModified ?? new Date() }
  } catch (error) {
    failed(error)
  }
}

/** Incomplete multipart uploads cost money and are in no list of objects. */
async function removeUnfinished({ client, bucket }: Target, before: Date): Promise<number> {
  let removed = 0
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (after !== null) {
    const response: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, ...after }),
    )
    for (const { Key = '', UploadId, Initiated } of response.Uploads ?? []) {
      if (!isFileKey(Key) || Initiated === undefined || Initiated >= before) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      removed += 1
    }
    after = response.IsTruncated ? { KeyMarker: response.NextKeyMarker, UploadIdMarker: response.NextUploadIdMarker } : null
  }
  return removed
}
