import { changingSecret, fileVariable, secretNow } from '@open-oms/service-kit/config/secret-files'

export type BucketCredentials = () => Promise<{ accessKeyId: string; secretAccessKey: string; expiration: Date }>

/** The SDK asks again five minutes before the end. */
const LIFE_MS = 10 * 60_000

/**
 * The credentials of the bucket from files (configuration.md#secrets-in-files), which the SDK reads
 * again every few minutes. Undefined without a file: the SDK finds what is in the environment, in
 * Amazon's own files or comes from the role of the machine.
 */
export function bucketCredentials(
  given: { AWS_ACCESS_KEY_ID?: string; AWS_SECRET_ACCESS_KEY?: string },
  source: NodeJS.ProcessEnv = process.env,
): BucketCredentials | undefined {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key } = given
  if (!source[fileVariable('AWS_SECRET_ACCESS_KEY')]) return undefined
  if (id === undefined || key === undefined) throw new Error('AWS_ACCESS_KEY_ID is missing: AWS_SECRET_ACCESS_KEY_FILE is set.')
  const ids = changingSecret('AWS_ACCESS_KEY_ID', id, { source })
  const keys = changingSecret('AWS_SECRET_ACCESS_KEY', key, { source })
  return async () => ({
    accessKeyId: secretNow(ids),
    secretAccessKey: secretNow(keys),
    expiration: new Date(Date.now() + LIFE_MS),
  })
}
