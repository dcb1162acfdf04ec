import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { MarkdownOptions } from 'vitepress'
import { root, sitePages, sitePath } from './pages.ts'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type Token = ReturnType<MarkdownIt['parse']>[number]

const WEB_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i
const COMMENT = /<!--[\s\S]*?-->/g

/**
 * How the pages are read: as GitHub shows them. Nothing in them is a program: braces and tags are
 * text, and comments are left out.
 */
export function markdownOptions(repository: string | null): MarkdownOptions {
  return {
    attrs: { disable: true },
    anchor: { slugify: headingAnchor },
    config(md) {
      md.disable(['emoji'])
      const { escapeHtml } = md.utils
      const asText = (text: string) => escapeHtml(text).replaceAll('{', '&#123;')
      md.renderer.rules.text = (tokens, index) => asText(tokens[index]?.content ?? '')
      md.renderer.rules.code_inline = (tokens, index) => `<code>${asText(tokens[index]?.content ?? '')}</code>`
      for (const rule of ['html_block', 'html_inline'])
        md.renderer.rules[rule] = (tokens, index) => {
          const { content = '', meta = null } = tokens[index] ?? {}
          return meta?.isPermalinkSymbol ? content : asText(content.replaceAll(COMMENT, ''))
        }
      md.core.ruler.push('links', ({ tokens, env }) => {
        const pages = new Set(sitePages())
        for (const token of tokens) setLinks(token.children ?? [], { page: env.realPath ?? env.path, pages, repository })
      })
    },
  }
}

/** The anchor of a heading, as GitHub makes it (tools/layout-check/dead-references.ts). */
function headingAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

type Place = { page: string; pages: ReadonlySet<string>; repository: string | null }

/** Lets the links of a paragraph lead to pages of the site, or to the repository. */
function setLinks(tokens: readonly Token[], place: Place): void {
  let isUnlinked = false
  for (const token of tokens) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null
    if (href !== null && !WEB_ADDRESS.test(href)) {
      const address = siteAddress(href, place)
      isUnlinked = address === null
      token.attrSet('href', address ?? '')
    }
    if (!isUnlinked) continue
    // A file that is not on the site, where no repository is known: its name is all there is.
    if (token.type === 'link_close') isUnlinked = false
    if (token.type === 'link_open' || token.type === 'link_close')
      Object.assign(token, { type: 'text', content: '', hidden: true })
  }
}

/**
 * Where a relative link of a page leads on the site; null for a file that is not on it, when there
 * is no repository to show it. A folder is its first page.
 */
function siteAddress(href: string, { page, pages, repository }: Place): string | null {
  const [file = '', anchor] = href.split('#')
  const path = relative(root, join(dirname(page), decodeURI(file))).replaceAll(sep, '/')
  const found = pages.has(path) ? path : [...pages].find((one) => one.startsWith(`${path}/`))
  if (found !== undefined) return `/${sitePath(found)}${anchor === undefined ? '' : `#${anchor}`}`
  if (path.startsWith('docs/') && !existsSync(join(root, path))) return href
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
  return repository === null ? null : `${repository}/${isFolder ? 'tree' : 'blob'}/main/${path}${anchor ? `#${anchor}` : ''}`
}
