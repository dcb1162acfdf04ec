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
import { invariant } from '@oms/contracts/errors'
import {
  type ByteRange,
  checkKey,
  type FileStore,
  type FileToStore,
  isFileKey,
  type ListedFile,
  storeUnavailable,
} from './file-store.ts'

export type S3StoreOptions = {
  bucket: string
  region: string
  /** Of a service other than Amazon's. */
  endpoint?: string | undefined
  /** `endpoint/bucket/key` rather than `bucket.endpoint/key`. */
  isPathStyle: boolean
  /** Where they are looked for by the SDK's own rules unless given: environment, shared files, the machine's role. */
  credentials?: S3ClientConfig['credentials']
  /** Keys in one page of a list; as many as the service gives unless told. */
  pageSize?: number
  /** Longest wait for the beginning of an answer; 10 s unless told. */
  answerMs?: number
}

/** Files above this go up in parts; that much of each of two parts is in memory. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const ATTEMPTS_MAX = 3
const CONNECT_MS = 3_000
/** Without a byte in either direction. A reader that pauses looks like this too. */
const SILENCE_MS = 60_000
/** Until an answer begins, with all tries. Files are removed under a lock, which Postgres takes away after a minute. */
const ANSWER_MS = 10_000

type Target = { client: S3Client; bucket: string; pageSize: number | undefined; answerMs: number }

/** A store in a bucket of S3, or of anything that speaks its protocol. The keys are the names of the objects. */
export function s3Store({ bucket, region, endpoint, isPathStyle, credentials, ...limits }: S3StoreOptions): FileStore {
  const client = new S3Client({
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  })
  const target: Target = { client, bucket, pageSize: limits.pageSize, answerMs: limits.answerMs ?? ANSWER_MS }
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
  if (isAnswer(error, 404) && error.name !== 'NoSuchBucket') return null
  return failed(error)
}

function isAnswer(error: unknown, status: number): error is S3ServiceException {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}

/** Gives a call up whose answer does not begin in time. What comes of the answer after that is not its concern. */
async function soon<T>({ answerMs }: Target, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerMs)
  try {
    return await call(late.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** A bucket that is not there or not ours is a mistake of the configuration; a service that is away may come back. */
async function checkBucket(target: Target): Promise<void> {
  try {
    await soon(target, (abortSignal) => target.client.send(new HeadBucketCommand({ Bucket: target.bucket }), { abortSignal }))
  } catch (error) {
    const reason = isAnswer(error, 404)
      ? 'does not exist'
      : isAnswer(error, 403)
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
  const answer = await soon(target, (abortSignal) => target.client.send(command, { abortSignal })).catch(unlessMissing)
  return answer === null ? null : (answer.Body as Readable)
}

async function exists(target: Target, key: string): Promise<{ length: number } | null> {
  checkKey(key)
  const command = new HeadObjectCommand({ Bucket: target.bucket, Key: key })
  const answer = await soon(target, (abortSignal) => target.client.send(command, { abortSignal })).catch(unlessMissing)
  return answer === null ? null : { length: answer.ContentLength ?? 0 }
}

/** What else is in the bucket is left out, and so never touched. */
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

/** Uploads in parts that were never completed cost money and show in no list. */
async function removeUnfinished({ client, bucket }: Target, before: Date): Promise<number> {
  let removed = 0
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (after !== null) {
    const answer: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, ...after }),
    )
    for (const { Key = '', UploadId, Initiated } of answer.Uploads ?? []) {
      if (!isFileKey(Key) || Initiated === undefined || Initiated >= before) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      removed += 1
    }
    after = answer.IsTruncated ? { KeyMarker: answer.NextKeyMarker, UploadIdMarker: answer.NextUploadIdMarker } : null
  }
  return removed
}
