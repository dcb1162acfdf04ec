/**
 * Builds the console into `dist`: the page, and its files under names that have a hash of their
 * content, each with its compressed forms beside it. The gateway sends them as they are.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const folder = import.meta.dirname
const dist = join(folder, 'dist')
const clientSources = join(folder, '..', 'client', 'src')
const moneySources = join(folder, '..', 'money', 'src')
const contractSources = join(folder, '..', 'contracts', 'src')
const importSources = join(folder, '..', 'import', 'src')

const isOpenedLater =
  /\/(Table|Modal|ModalBase|NumberInput|SegmentedControl|FloatingIndicator|react-number-format)\/|\/client\/src\/files|\/money\/src\/|\/decimal\.js|\/(work\/results|display\/number-field)\./

await build({
  configFile: false,
  root: folder,
  base: '/console/',
  logLevel: 'warn',
  plugins: [react()],
  // From its sources, as everything in the workspace is used in development: nothing else has to be
  // built first.
  resolve: {
    alias: [
      { find: /^@open-oms\/client$/, replacement: join(clientSources, 'client.ts') },
      { find: /^@open-oms\/client\/(.+)$/, replacement: join(clientSources, '$1.ts') },
      { find: /^@oms\/money\/(.+)$/, replacement: join(moneySources, '$1.ts') },
      { find: /^@oms\/contracts\/(.+)$/, replacement: join(contractSources, '$1.ts') },
      { find: /^@oms\/import\/(.+)$/, replacement: join(importSources, '$1.ts') },
      // What csv-parse has of Node, which browsers have themselves or from a package.
      { find: 'node:stream/web', replacement: fileURLToPath(import.meta.resolve('./src/imports/reading/web-streams.ts')) },
      { find: 'node:buffer', replacement: fileURLToPath(import.meta.resolve('buffer/')) },
    ],
  },
  // The reader of barcodes is a worker that loads WebAssembly.
  worker: { format: 'es' },
  build: {
    outDir: dist,
    assetsDir: 'files',
    emptyOutDir: true,
    // The policy of the page allows no data address for scripts and styles, and small files of
    // their own cost nothing with HTTP/2.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    // What most pages share is one file: small files compress worse. Tables, dialogs, exact
    // amounts, fields for numbers and uploads are none of it, nor is what has them: the first page
    // has none of them before something is opened, and it has a budget.
    rolldownOptions: {
      transform: { inject: { Buffer: ['node:buffer', 'Buffer'] } },
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: (id) => !isOpenedLater.test(id), minShareCount: 9 }],
        },
      },
    },
  },
})

for (const name of globSync('**/*.{html,js,css,svg,wasm}', { cwd: dist })) {
  const content = readFileSync(join(dist, name))
  writeFileSync(join(dist, `${name}.gz`), gzipSync(content, { level: 9 }))
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(content, options))
}
