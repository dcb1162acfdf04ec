export type BucketAddress<Credentials> = {
  region: string
  /** Of a service other than Amazon's. */
  endpoint?: string | undefined
  /** `endpoint/bucket/key` rather than `bucket.endpoint/key`. */
  isPathStyle: boolean
  /** By default those that the SDK finds: environment, shared files, the role of the machine. */
  credentials?: Credentials | undefined
}

const ATTEMPTS_MAX = 3
const CONNECT_MS = 3_000
/** Without a byte in either direction. A client that pauses its download looks like this too. */
const SILENCE_MS = 60_000

/** The options of an `S3Client`; the SDK itself is large, and loaded by those who need it. */
export function s3ClientOptions<Credentials>({ region, endpoint, isPathStyle, credentials }: BucketAddress<Credentials>) {
  return {
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  }
}
