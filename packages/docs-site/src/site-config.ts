import { globSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { markdownOptions } from './markdown.ts'
import { builtFrom, root, sitePages, sitePath } from './pages.ts'
import { navigation, sidebar } from './sidebar.ts'

const pages = new Set(sitePages())
const others = globSync('**/*.md', { cwd: root, exclude: (name) => name === 'node_modules' }).filter((page) => !pages.has(page))

/** While pages are drawn at the build: they are outside of this package, which alone has Vue. */
const vueOfThisPackage = {
  name: 'vue-of-this-package',
  enforce: 'pre' as const,
  resolveId: (id: string, _importer: string | undefined, { ssr = false }: { ssr?: boolean | undefined }) =>
    ssr && (id === 'vue' || id === 'vue/server-renderer') ? { id, external: true } : null,
}

/**
 * While pages are written: dependencies are looked for at the folder of the pages, which has none,
 * and are modules already.
 */
const dependenciesAsTheyAre = {
  name: 'dependencies-as-they-are',
  configResolved: ({ optimizeDeps }: { optimizeDeps: { include?: string[] } }) => {
    optimizeDeps.include = []
  },
}

/** The site of all pages of `docs/` and of the project. */
export const siteConfig = defineConfig({
  lang: 'en',
  title: 'Open order management',
  description: 'How to run, use, connect and extend the order management system.',
  head: [['meta', { name: 'version', content: builtFrom() }]],
  base: process.env.DOCS_BASE || '/docs/site/',
  srcDir: root,
  srcExclude: others,
  rewrites: Object.fromEntries([...pages].map((page) => [page, sitePath(page)])),
  outDir: join(import.meta.dirname, '..', 'dist'),
  cacheDir: join(import.meta.dirname, '..', '.cache'),
  // The map of its files is one file of all pages, instead of a script in each.
  metaChunk: true,
  vite: {
    plugins: [vueOfThisPackage, dependenciesAsTheyAre],
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', fs: { allow: [root] } },
    // The index of the search is loaded with the first search.
    build: { target: 'es2022', chunkSizeWarningLimit: 4000 },
  },
  markdown: markdownOptions(process.env.DOCS_REPOSITORY || null),
  themeConfig: {
    nav: navigation(),
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
})
