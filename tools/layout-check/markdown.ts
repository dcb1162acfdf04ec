/** A heading of a Markdown page; `line` is from 1, `anchor` is what links name it by. */
export type Heading = { anchor: string; line: number }

/** A link or picture of a Markdown page that leads to something else than a web address. */
export type LocalLink = { target: string; line: number }

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
