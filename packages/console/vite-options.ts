import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import compileText from 'icu-minify/compile'
import license from 'rollup-plugin-license'
import type { InlineConfig, Plugin } from 'vite'

const folder = import.meta.dirname
export const dist = join(folder, 'dist')
const clientSources = join(folder, '..', 'client', 'src')
const moneySources = join(folder, '..', 'money', 'src')
const contractSources = join(folder, '..', 'contracts', 'src')
const importSources = join(folder, '..', 'import', 'src')

const isOpenedLater = new RegExp(
  [
    /\/(Menu|Popover|Modal|ModalBase|Overlay|FocusTrap|Combobox|PillsInput|Pill|TagsInput|MultiSelect|Select|Autocomplete)\//,
    /\/(Table|NumberInput|SegmentedControl|FloatingIndicator|ScrollArea|react-number-format)\//,
    /@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref/,
    /\/client\/src\/files|\/money\/src\/|\/decimal\.js|\/(work\/results|display\/number-field|shell\/(busy-dialog|keeps-text))\./,
  ]
    .map(({ source }) => source)
    .join('|'),
)

type Texts = { [key: string]: string | Texts }

/**
 * Parses the texts of the console now: the parser of their format is a tenth of what the first page
 * may load. Names of fields are looked up, and the timeline writes its sentences by itself.
 */
const compiledTexts: Plugin = {
  name: 'compiled-texts',
  async transform(_code, id) {
    if (!/\/src\/texts\/(en|nb)\/(?!api\/|timeline\.)/.test(id)) return null
    const [path = id] = id.split('?')
    // Under an address of its own, so that a text that has changed is read again.
    const texts: Texts = await import(`${path}?${statSync(path).mtimeMs}`)
    return Object.entries(texts)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(compiled(value))}`)
      .join('\n')
  },
}

function compiled(text: string | Texts): unknown {
  if (typeof text === 'string') return compileText(text)
  return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, compiled(value)]))
}

const MERGED_REFS = '\0merged-refs'

/**
 * Tables and dialogs have the scroll area of Mantine, which takes one hook from the package that
 * places menus, and with it all of that, 12 kB of the first load. The hook of Mantine does the
 * same.
 */
const mergedRefs: Plugin = {
  name: 'merged-refs',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    source === '@floating-ui/react' && importer.includes('/components/ScrollArea/') ? MERGED_REFS : null,
  load: (id) =>
    id === MERGED_REFS
      ? `import { useMergedRef } from '@mantine/hooks'; export const useMergeRefs = (refs) => useMergedRef(...refs)`
      : null,
}

const LOADER = 'export const __vitePreload = '

/**
 * Wraps the function by which the built pages load their parts, in which Vite puts every dynamic
 * import: a part that cannot be loaded is tried again, whoever asks for it.
 */
const retriedParts: Plugin = {
  name: 'retried-parts',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('vite/preload-helper.js')) return null
    if (!code.includes(LOADER)) throw new Error('Vite loads parts of a page by another function now.')
    return [
      `import { loadPart } from ${JSON.stringify(join(folder, 'src', 'loading', 'load-part.ts'))}`,
      code.replace(LOADER, 'const loadOnce = '),
      `${LOADER}(load, files, importer) => loadPart(() => loadOnce(load, files, importer))`,
    ].join('\n')
  },
}

/** What the licenses of its parts ask for: their text goes with the pages. */
const notices = license({
  thirdParty: { output: join(dist, 'THIRD-PARTY-NOTICES.txt'), multipleVersions: true },
}) as unknown as Plugin

/** How the console is built, and served while it is written. */
export const viteOptions: InlineConfig = {
  configFile: false,
  root: folder,
  base: '/console/',
  logLevel: 'warn',
  plugins: [compiledTexts, mergedRefs, retriedParts, react(), { ...notices, apply: 'build' }],
  // From its sources, as everything in the workspace is used in development: nothing else has to be
  // built first.
  resolve: {
    alias: [
      { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
      { find: /^@open-oms\/client$/, replacement: join(clientSources, 'client.ts') },
      { find: /^@open-oms\/client\/(.+)$/, replacement: join(clientSources, '$1.ts') },
      { find: /^@open-oms\/money\/(.+)$/, replacement: join(moneySources, '$1.ts') },
      { find: /^@open-oms\/contracts\/(.+)$/, replacement: join(contractSources, '$1.ts') },
      { find: /^@open-oms\/import\/(.+)$/, replacement: join(importSources, '$1.ts') },
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
    // What most pages share is one file: small files compress worse. Menus, dialogs, tables, exact
    // amounts, fields for numbers and uploads are none of it, nor is what has them: many pages have
    // none of them before something is opened, and the first load has a budget.
    rolldownOptions: {
      transform: { inject: { Buffer: ['node:buffer', 'Buffer'] } },
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: (id) => !isOpenedLater.test(id), minShareCount: 20 }],
        },
      },
    },
  },
}
