/**
 * Builds the console into `dist`: the page, and its files under names that have a hash of their
 * content, each with its compressed forms beside it. The gateway sends them as they are.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { dist, viteOptions } from './vite-options.ts'

await build(viteOptions)

for (const name of globSync('**/*.{html,js,css,svg,wasm}', { cwd: dist })) {
  const content = readFileSync(join(dist, name))
  writeFileSync(join(dist, `${name}.gz`), gzipSync(content, { level: 9 }))
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(content, options))
}
