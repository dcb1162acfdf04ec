import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const INLINE_SCRIPT = /<script((?: id="[^"]*")?)>(.+?)<\/script>/gs

/**
 * Moves the scripts in the pages of a built site into files of their own: a policy that refuses
 * scripts in pages (`script-src 'self'`) holds for it, wherever it is served.
 */
export function moveInlineScripts(folder: string, base: string): void {
  for (const page of htmlPages(folder)) {
    const file = join(folder, page)
    const html = readFileSync(file, 'utf8').replaceAll(INLINE_SCRIPT, (_all, id: string, script: string) => {
      const name = `assets/inline.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
      writeFileSync(join(folder, name), script)
      return `<script${id} src="${base}${name}"></script>`
    })
    writeFileSync(file, html)
  }
}

/** The links of the pages of a built site that lead to no page or to no heading of it, by page. */
export function findDeadLinks(folder: string, base: string): string[] {
  const pages = new Map(htmlPages(folder).map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
  const ids = new Map([...pages].map(([page, html]) => [page, new Set(captured(html, /\sid="([^"]+)"/g))]))
  return [...pages].flatMap(([page, html]) =>
    [...new Set(captured(html, /<a\s[^>]*?href="([^"]*)"/g))].flatMap((href) => {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${base}${page}`)
      if (origin !== 'http://site') return []
      const target = decodeURI(pathname.slice(base.length)).replace(/^$|\/$/, '$&index.html')
      const isFound =
        pathname.startsWith(base) && (hash === '' ? pages.has(target) : ids.get(target)?.has(decodeURI(hash.slice(1))))
      return isFound ? [] : [`${page}: ${href}`]
    }),
  )
}

const captured = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const htmlPages = (folder: string) => globSync('**/*.html', { cwd: folder }).map((page) => page.replaceAll(sep, '/'))
