import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Ran, runCommand } from '@open-oms/service-kit/testing/run-command'
import t from 'tap'
import { fsStore } from '../modules/storage/fs-store.ts'
import { s3Store } from '../modules/storage/s3-store.ts'
import { keysIn, sampleFile, sampleImage } from '../testing/sample-files.ts'
import { testS3 } from '../testing/test-bucket.ts'
import { testFolder } from '../testing/test-folder.ts'
import { addAsset, deleteAsset, type TestStorage, testStorage } from '../testing/test-storage.ts'
import { assets } from './command.ts'

const tool = fileURLToPath(new URL('command.ts', import.meta.url))

type Places = Pick<TestStorage, 'url' | 'storeFolder'>

const commandEnvironment = ({ url, storeFolder }: Places): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  ASSET_DIR: storeFolder,
  OMS_DATA_DIR: join(import.meta.dirname, 'nowhere'),
})

const run = (places: Places, args: string[], more: Record<string, string> = {}) =>
  runCommand(assets, args, { ...commandEnvironment(places), ...more })

/** Runs the real program as a process. */
async function runProcess(places: Places, args: string[]): Promise<Ran> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['--conditions=development', tool, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...commandEnvironment(places) },
  })
  const exit = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exit
  return { code, output, errors }
}

const storedPath = (folder: string, key: string) => join(folder, key.slice(0, 2), key.slice(2, 4), key)

t.test('given missing and altered files, when verify runs, then it names them and exits with 3', async (t) => {
  const storage = await testStorage(t)
  const [gone, changed, fine] = [
    await sampleImage(storage.incoming),
    await sampleFile(storage.incoming),
    await sampleImage(storage.incoming),
  ]
  await addAsset(storage, 'gone', gone)
  await addAsset(storage, 'changed', changed)
  await addAsset(storage, 'fine', fine)
  t.match(await run(storage, ['verify']), { code: 0, output: '3 files checked; 0 missing, 0 altered.\n' })
  await storage.store.remove(gone.sha256)
  await writeFile(storedPath(storage.storeFolder, changed.sha256), 'x'.repeat(changed.length))
  const { code, output } = await runProcess(storage, ['verify'])
  t.equal(code, 3)
  t.match(output, `missing  ${gone.sha256}  customer:c asset gone\n`)
  t.match(output, `altered  ${changed.sha256}  customer:c asset changed\n`)
  t.match(output, '3 files checked; 1 missing, 1 altered.\n')
})

t.test('given a file without a reference, when sweep runs, then the file is removed', async (t) => {
  const storage = await testStorage(t)
  const [file, other] = [await sampleFile(storage.incoming), await sampleFile(storage.incoming)]
  await addAsset(storage, 'a', file)
  await addAsset(storage, 'b', other)
  await deleteAsset(storage, 'a')
  t.match(await run(storage, ['sweep']), {
    code: 0,
    output: '2 files; removed 0 without a row, 1 that nothing refers to, 0 unfinished; 0 missing.\n',
  })
  t.same(await keysIn(storage.store), [other.sha256])
  await storage.store.remove(other.sha256)
  t.match(await run(storage, ['sweep']), { code: 3, output: `missing  ${other.sha256}  customer:c asset b\n` })
})

t.test('given an interrupted copy to another store, when it runs again, then it resumes, without altered files', async (t) => {
  const storage = await testStorage(t)
  const s3 = await testS3(t)
  const bucket = await s3.bucket()
  const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test-secret', AWS_EC2_METADATA_DISABLED: 'true' }
  // The SDK finds them in the environment of its process.
  Object.assign(process.env, credentials)
  t.teardown(() => {
    for (const name of Object.keys(credentials)) delete process.env[name]
  })
  const files = [await sampleImage(storage.incoming), await sampleFile(storage.incoming), await sampleFile(storage.incoming)]
  for (const [index, file] of files.entries()) await addAsset(storage, `asset ${index}`, file)
  const [image, , altered] = files.map(({ sha256 }) => sha256)
  await writeFile(storedPath(storage.storeFolder, altered ?? ''), 'something else')
  const toBucket = ['copy', '--to', `s3:${bucket.bucket}`, '--endpoint', s3.endpoint, '--path-style']
  const first = await run(storage, toBucket, credentials)
  t.equal(first.code, 3)
  t.match(first.output, `altered  ${altered}  customer:c asset asset 2\n`)
  t.match(first.output, `4 files copied to s3:${bucket.bucket}, 0 were there; 0 missing, 1 altered.\n`)
  const store = s3Store(bucket)
  t.teardown(() => store.close())
  t.equal((await keysIn(store)).length, 4)

  await store.remove(image ?? '')
  await addAsset(storage, 'mended', { ...(await sampleFile(storage.incoming)) })
  t.match((await run(storage, toBucket, credentials)).output, '2 files copied')

  const folder = await testFolder(t)
  const fromBucket = {
    ...credentials,
    ASSET_STORE: 's3',
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_PATH_STYLE: 'true',
  }
  const back = await run(storage, ['copy', '--to', `fs:${folder}`], fromBucket)
  t.match(back, { code: 3, output: '5 files copied' }, 'the altered one is missing there')
  t.same(await keysIn(fsStore(folder)), await keysIn(store))
})

t.test('given a command that fails, when it runs, then it prints the reason and sets the exit code', async (t) => {
  const nowhere = { url: '', storeFolder: await testFolder(t) }
  t.match(await run(nowhere, ['--help']), { code: 0, output: /^Usage: npx oms assets/ })
  t.match(await run(nowhere, ['verify']), { code: 1, errors: /DATABASE_URL/ })
  t.match(await run({ ...nowhere, url: 'postgres://127.0.0.1:1/x' }, ['burn']), {
    code: 2,
    errors: /Say what to do.*Usage: npx oms assets/s,
  })
  t.match(await run({ ...nowhere, url: 'postgres://127.0.0.1:1/x' }, ['verify'], { ASSET_STORE: 's3' }), {
    code: 1,
    errors: /S3_BUCKET is missing/,
  })
  const [place, storage] = [await testFolder(t), await testStorage(t)]
  await writeFile(join(place, 'file'), '')
  const intoFile = ['copy', '--to', `fs:${join(place, 'file')}`]
  t.match(await run(storage, intoFile), { code: 1, errors: /file/ }, 'a store that cannot be written to is no missing file')
})
