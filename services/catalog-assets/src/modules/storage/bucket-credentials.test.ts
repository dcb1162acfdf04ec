import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../testing/test-folder.ts'
import { bucketCredentials } from './bucket-credentials.ts'

t.test('given the key of the bucket in a file, when the file is replaced, then the store uses the new key', async (t) => {
  const file = join(await testFolder(t), 'key')
  await writeFile(file, 'one\n')
  const source = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE: file }
  const credentials = bucketCredentials({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'one' }, source)
  t.match(await credentials?.(), { accessKeyId: 'id', secretAccessKey: 'one' })
  await writeFile(file, 'two\n')
  t.match(await credentials?.(), { accessKeyId: 'id', secretAccessKey: 'two' })
})

t.test('given no file, when the store is made, then the SDK looks for credentials itself', async (t) => {
  const given = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'one' }
  t.equal(bucketCredentials(given, given), undefined)
  t.equal(bucketCredentials({}, {}), undefined)
})

t.test('given a file of the key and no id, when the store is made, then the error names the variable', async (t) => {
  const make = () => bucketCredentials({ AWS_SECRET_ACCESS_KEY: 'one' }, { AWS_SECRET_ACCESS_KEY_FILE: '/secret' })
  t.throws(make, { message: 'AWS_ACCESS_KEY_ID is missing: AWS_SECRET_ACCESS_KEY_FILE is set.' })
})
