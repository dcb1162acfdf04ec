import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { isSource, lineAt, type Problem } from './source-file.ts'

/** A heading of a Markdown page; `line` is from 1, `anchor` is what links name it by. */
type Heading = { anchor: string; line: number }

/** A link or picture of a Markdown page that leads to something else than a web address. */
type LocalLink = { target: string; line: number }

const FENCE = /^\s*(```|~~~)/
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const INLINE_CODE = /`[^`]*`/g
const LINK = /\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/g
const WEB_ADDRESS = /^[a-z][a-z0-9+.-]*:/i

type Line = { text: string; line: number }

/** The lines of a page that are not code. */
function proseLines(page: string): Line[] {
  let isCode = false
  return page.split('\n').flatMap((text, index) => {
    if (FENCE.test(text)) isCode = !isCode
    return isCode || FENCE.test(text) ? [] : [{ text, line: index + 1 }]
  })
}

/**
 * The anchor of a heading without regard to others: lower case, blanks as dashes, no punctuation;
 * links count by their text.
 */
export function headingAnchor(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-')
}

/**
 * The headings of a page in their order. The second and further ones of a text have `-1`, `-2` … at
 * the end of their anchors.
 */
export function pageHeadings(page: string): Heading[] {
  const counts = new Map<string, number>()
  return proseLines(page).flatMap(({ text, line }) => {
    const [, heading] = HEADING.exec(text) ?? []
    if (heading === undefined) return []
    const anchor = headingAnchor(heading)
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return [{ anchor: count === 0 ? anchor : `${anchor}-${count}`, line }]
  })
}

/** The links and pictures of a page that lead to its own headings or to files. */
export function pageLinks(page: string): LocalLink[] {
  return proseLines(page).flatMap(({ text, line }) =>
    [...text.replaceAll(INLINE_CODE, '').matchAll(LINK)].flatMap(([, target = '']) =>
      WEB_ADDRESS.test(target) || target.startsWith('//') ? [] : [{ target, line }],
    ),
  )
}

/**
 * Where the rules are that comments and tests cite by page and heading, such as
 * `<page>.md#<heading>`.
 */
const BEHAVIOUR = 'docs/reference/behaviour'
const DECISIONS = 'docs/explanation/adr'

// A citation of a behaviour page is its name, mostly with a heading; any other page is named from
// the root. A name right after a quotation mark and without a heading is that of a file, not a
// citation.
const CITATION = /(?<![\w/.-])([a-z][a-z0-9-]*\.md)#([\w-]+)/g
const PAGE = /(?<![\w/.'"`-])([a-z][a-z0-9-]*\.md)\b(?!#)/g
const PATH = /(?<![\w/.-])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g
const DECISION = /\bADRs? (\d+)/g

const isPage = (path: string) => path.endsWith('.md') || path === 'docs/llms.txt'
/**
 * Files that cite pages in comments and texts. What a migration says is part of its checksum and
 * stays as it was.
 */
const isCiting = (path: string) => (isSource(path) || /\.(sql|prisma|ya?ml|sh)$/.test(path)) && !path.includes('/migrations/')

/**
 * A file with something that it refers to; `target` is a path from the root, `anchor` a heading of
 * it.
 */
type Reference = { path: string; line: number; target: string; anchor: string | undefined; text: string }

/**
 * References to pages, headings and decisions that do not exist, and headings that two behaviour
 * pages have.
 */
export function findDeadReferences(root: string, paths: readonly string[]): Problem[] {
  const readText = (path: string) => readFileSync(join(root, path), 'utf8')
  const pages = paths.filter(isPage)
  const anchors = new Map(pages.map((path) => [path, new Set(pageHeadings(readText(path)).map(({ anchor }) => anchor))]))
  const references = [
    ...pages.flatMap((path) => localReferences(path, readText(path))),
    ...paths.filter(isCiting).flatMap((path) => citationsIn(path, readText(path))),
  ]
  const numbers = new Set(pages.filter((path) => dirname(path) === DECISIONS).map((path) => Number.parseInt(basename(path), 10)))
  const citing = paths.filter((path) => isPage(path) || isCiting(path))
  return [
    ...references.flatMap((reference) => referenceProblems(reference, { root, anchors })),
    ...citing.flatMap((path) => unknownDecisions(path, readText(path), numbers)),
    ...repeatedHeadings(pages.filter((path) => dirname(path) === BEHAVIOUR).map((path) => ({ path, text: readText(path) }))),
  ]
}

function localReferences(path: string, text: string): Reference[] {
  return pageLinks(text).map(({ target: link, line }) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), decodeURI(file))).replace(/\/$/, '')
    return { path, line, target, anchor, text: link }
  })
}

function citationsIn(path: string, text: string): Reference[] {
  const cited = (match: RegExpExecArray, target: string): Reference => {
    return { path, line: lineAt(text, match.index), target, anchor: match[2], text: match[0] }
  }
  return [
    ...[...text.matchAll(CITATION), ...text.matchAll(PAGE)].map((match) => cited(match, `${BEHAVIOUR}/${match[1]}`)),
    ...[...text.matchAll(PATH)].map((match) => cited(match, match[1] as string)),
  ]
}

type Known = { root: string; anchors: ReadonlyMap<string, ReadonlySet<string>> }

function referenceProblems({ path, line, target, anchor, text }: Reference, { root, anchors }: Known): Problem[] {
  if (!existsSync(join(root, target))) return [{ path, line, message: `"${text}" leads nowhere: there is no ${target}.` }]
  if (anchor === undefined || !isPage(target) || anchors.get(target)?.has(anchor)) return []
  return [{ path, line, message: `"${text}" leads nowhere: ${target} has no heading "${anchor}".` }]
}

function unknownDecisions(path: string, text: string, numbers: ReadonlySet<number>): Problem[] {
  return [...text.matchAll(DECISION)].flatMap(({ 0: name, 1: number, index }) =>
    numbers.has(Number(number)) ? [] : [{ path, line: lineAt(text, index), message: `"${name}" is not in ${DECISIONS}.` }],
  )
}

/**
 * Headings of behaviour pages are names that stay, so that one of them must not mean two things.
 */
function repeatedHeadings(pages: readonly { path: string; text: string }[]): Problem[] {
  const first = new Map<string, string>()
  return pages.flatMap(({ path, text }) =>
    pageHeadings(text).flatMap(({ anchor, line }) => {
      const anchorOfFirst = anchor.replace(/-\d+$/, '')
      const known = first.get(anchor) ?? (anchor === anchorOfFirst ? undefined : first.get(anchorOfFirst))
      if (known === undefined) first.set(anchor, path)
      return known === undefined ? [] : [{ path, line, message: `heading "${anchor}" is in ${known} already.` }]
    }),
  )
}
