import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { testS3 } from '../../testing/test-bucket.ts'
import { testFolder } from '../../testing/test-folder.ts'

const program = fileURLToPath(new URL('../../testing/move-large-file.ts', import.meta.url))

const MIB = 1024 * 1024
/**
 * What a process takes for the pieces under way and before it tidies up, whatever the size of the
 * file.
 */
const GROWTH_MAX = 120 * MIB

/** More than that; the server of the bucket holds its files in memory, and gets slow with them. */
const BYTES = 136 * MIB

const path = join(await testFolder(t), 'large')
await writeFile(path, 'large')
await truncate(path, BYTES)
const hash = createHash('sha256')
await pipeline(createReadStream(path), hash)
const key = hash.digest('hex')

/** Has a process of its own move the file into the store and out again. */
async function moveLargeFile(t: Test, options: object): Promise<void> {
  const args = ['--conditions=development', program, JSON.stringify(options), path, key, String(BYTES)]
  const { grown, sha256 } = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
  t.equal(sha256, key)
  t.ok(grown < GROWTH_MAX, `it has grown by ${Math.round(grown / MIB)} MiB`)
}

t.test('given a large file, when it is written to a folder and read, then it is not held in memory', async (t) =>
  moveLargeFile(t, { folder: await testFolder(t) }),
)

t.test('given a large file, when it is written to a bucket and read, then it is not held in memory', async (t) => {
  await moveLargeFile(t, { s3: await (await testS3(t)).bucket() })
})
