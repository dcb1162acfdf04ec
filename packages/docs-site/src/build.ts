/**
 * Builds the site of all pages into `dist`, as the gateway sends it. DOCS_BASE is the path of its
 * address when another server shows it, DOCS_REPOSITORY the address of the repository, to which
 * links to source files lead then. Links that lead nowhere end it with 1.
 */
import { join } from 'node:path'
import { findDeadLinks, moveInlineScripts } from './finish-site.ts'

// Vue decides by it when it is loaded.
process.env.NODE_ENV = 'production'
const { build } = await import('vitepress')
const { siteConfig } = await import('./site-config.ts')

const { outDir = '', base = '/' } = siteConfig
await build(join(import.meta.dirname, '..'))
moveInlineScripts(outDir, base)
const deadLinks = findDeadLinks(outDir, base)
for (const link of deadLinks) process.stderr.write(`A link leads nowhere: ${link}\n`)
if (deadLinks.length > 0) process.exitCode = 1
