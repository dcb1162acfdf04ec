import { createHash } from 'node:crypto'
import { fsStore } from '../modules/storage/fs-store.ts'
import { s3Store } from '../modules/storage/s3-store.ts'

// A process for tests that measure memory: puts a file into a store and reads it back. Prints by
// how many bytes the process has grown at its largest, and the SHA-256 of what came back.
const [, , options = '', path = '', key = '', length = ''] = process.argv
const { folder, s3 } = JSON.parse(options)
const store = folder === undefined ? s3Store(s3) : fsStore(folder)
await store.exists(key)
const before = process.resourceUsage().maxRSS
await store.put(key, { path, length: Number(length), contentType: 'application/octet-stream' })
const hash = createHash('sha256')
for await (const piece of (await store.open(key)) ?? []) hash.update(piece)
const grown = (process.resourceUsage().maxRSS - before) * 1024
store.close()
process.stdout.write(JSON.stringify({ grown, sha256: hash.digest('hex') }))
