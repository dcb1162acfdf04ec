import { dirname } from 'node:path/posix'
import type { DefaultTheme } from 'vitepress'
import { pageTitle, readPage, sitePages, sitePath, version } from './pages.ts'

type Item = DefaultTheme.SidebarItem

/** A task of docs/README.md in its table of how-tos, with the pages that it links. */
const TASK = /^\| ([^|]+) \| (.*\]\(how-to\/.*) \|$/gm
const HOW_TO = /\]\((how-to\/[\w-]+\.md)\)/g

/** The navigation of the site: the four kinds of pages, the project, and the version. */
export function navigation(): DefaultTheme.NavItem[] {
  const kinds = Object.entries(sidebar()).map(([folder, [group]]) => {
    const [first] = group?.items ?? []
    return { text: KINDS[folder] ?? folder, link: first?.link ?? '/', activeMatch: `^${folder}` }
  })
  return [...kinds, { text: version(), link: '/project/changelog' }]
}

const KINDS: Readonly<Record<string, string>> = {
  '/tutorial/': 'Tutorial',
  '/how-to/': 'How-to',
  '/reference/': 'Reference',
  '/explanation/': 'Explanation',
  '/project/': 'Project',
}

/** What stands beside the pages of each folder. How-tos are grouped as in docs/README.md. */
export function sidebar(): Record<string, Item[]> {
  return {
    '/tutorial/': [inFolder('docs/tutorial', 'Tutorial')],
    '/how-to/': howTos(),
    '/reference/': [
      inFolder('docs/reference', 'Reference'),
      inFolder('docs/reference/behaviour', 'Behaviour'),
      inFolder('docs/reference/security', 'Security'),
    ],
    '/explanation/': [
      inFolder('docs/explanation', 'Explanation'),
      { ...inFolder('docs/explanation/adr', 'Decisions'), collapsed: false },
    ],
    '/project/': [{ text: 'Project', items: sitePages().flatMap((page) => (dirname(page) === '.' ? [item(page)] : [])) }],
  }
}

/** The pages that are right in a folder. Those with a number keep its order. */
function inFolder(folder: string, text: string): Item {
  const items = sitePages().flatMap((page) => (dirname(page) === folder ? [item(page)] : []))
  const isNumbered = folder.endsWith('/adr')
  return { text, items: isNumbered ? items : items.sort((one, other) => (one.text ?? '').localeCompare(other.text ?? '', 'en')) }
}

function howTos(): Item[] {
  const groups = [...readPage('docs/README.md').matchAll(TASK)].map(([, text = '', cell = '']) => ({
    text,
    pages: [...cell.matchAll(HOW_TO)].map(([, page]) => `docs/${page}`),
  }))
  const grouped = new Set(groups.flatMap(({ pages }) => pages))
  const others = sitePages().filter((page) => dirname(page) === 'docs/how-to' && !grouped.has(page))
  const all = others.length === 0 ? groups : [...groups, { text: 'More', pages: others }]
  return all.map(({ text, pages }) => ({ text, items: pages.map(item) }))
}

function item(page: string): Item {
  return { text: pageTitle(page), link: `/${sitePath(page)}` }
}
