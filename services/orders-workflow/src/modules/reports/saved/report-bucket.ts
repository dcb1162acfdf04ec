import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DomainError } from '@open-oms/contracts/errors'
import { s3ClientOptions } from '@open-oms/service-kit/files/s3-client-options'
import type { ReportBucketEnvironment } from '../../../environment.ts'

export type ReportBucket = {
  /**
   * Puts a file under a key; one that is there is replaced. Raises `Unavailable` when the bucket
   * does not take it.
   */
  put(key: string, file: { path: string; contentType: string }): Promise<void>
  close(): void
}

/** The bucket of the environment; null without one. */
export async function openReportBucket(environment: ReportBucketEnvironment): Promise<ReportBucket | null> {
  const { REPORTS_S3_BUCKET: bucket, REPORTS_S3_ENDPOINT: endpoint } = environment
  if (bucket === undefined) return null
  // Most systems have no bucket of reports, and the SDK is large.
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { REPORTS_AWS_ACCESS_KEY_ID: accessKeyId, REPORTS_AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  const { REPORTS_S3_REGION: region, REPORTS_S3_PATH_STYLE: isPathStyle } = environment
  const client = new S3Client(s3ClientOptions({ region, endpoint, isPathStyle, credentials }))
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
