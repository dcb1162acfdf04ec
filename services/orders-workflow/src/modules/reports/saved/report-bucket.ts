import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DomainError } from '@open-oms/contracts/errors'
import type { ReportBucketEnvironment } from '../../../environment.ts'

export type ReportBucket = {
  /**
   * Puts a file under a key; one that is there is replaced. Raises `Unavailable` when the bucket
   * does not take it.
   */
  put(key: string, file: { path: string; contentType: string }): Promise<void>
  close(): void
}

const ATTEMPTS_MAX = 3
const CONNECT_MS = 3_000
const SILENCE_MS = 60_000

/** The bucket of the environment; null without one. */
export async function openReportBucket(environment: ReportBucketEnvironment): Promise<ReportBucket | null> {
  const { REPORTS_S3_BUCKET: bucket, REPORTS_S3_ENDPOINT: endpoint } = environment
  if (bucket === undefined) return null
  // Most systems have no bucket of reports, and the SDK is large.
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { REPORTS_AWS_ACCESS_KEY_ID: accessKeyId, REPORTS_AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const client = new S3Client({
    region: environment.REPORTS_S3_REGION,
    forcePathStyle: environment.REPORTS_S3_PATH_STYLE,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  })
  return {
    async put(key, { path, contentType }) {
      const { size } = await stat(path)
      const object = { Bucket: bucket, Key: key, ContentType: contentType, ContentLength: size }
      await client.send(new PutObjectCommand({ ...object, Body: createReadStream(path) })).catch((error: Error) => {
        throw new DomainError('Unavailable', `The bucket ${bucket} did not take the file: ${error.message}`, { cause: error })
      })
    },
    close: () => client.destroy(),
  }
}
