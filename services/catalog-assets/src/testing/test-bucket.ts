import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { Teardown } from '@open-oms/service-kit/testing/test-database'
import { buildApp } from 'fauxqs'
import type { S3StoreOptions } from '../modules/storage/s3-store.ts'

export type TestS3 = {
  /** A new bucket, as a store is made for it. */
  bucket(): Promise<S3StoreOptions>
  client: S3Client
  endpoint: string
  /** Stops the server for the rest of the test. */
  stop(): Promise<void>
}

const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' }

/** An S3 server on a port of its own, which the SDK speaks to over HTTP as to any other. */
export async function testS3(t: Teardown): Promise<TestS3> {
  const server = buildApp({ logger: false })
  const endpoint = await server.listen({ host: '127.0.0.1', port: 0 })
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    client.destroy()
    server.server.closeAllConnections()
    await server.close()
  }
  t.teardown(stop)
  const bucket = async (): Promise<S3StoreOptions> => {
    const name = `assets-${randomBytes(6).toString('hex')}`
    await client.send(new CreateBucketCommand({ Bucket: name }))
    return { bucket: name, region: 'us-east-1', endpoint, isPathStyle: true, credentials, pageSize: 3 }
  }
  return { bucket, client, endpoint, stop }
}
