import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsFolder } from './page-files.ts'

/** A guide as the navigation shows it; its text is `guides/<name>.html`. */
/** The summary is a paragraph of HTML. */
export type Guide = { name: string; title: string; summary: string }

export type PageLayout = {
  /** Where the pages' files are. */
  filesUrl: string
  guides: readonly Guide[]
  /** Whether a client can sign in here; not where another issuer gives the tokens. */
  hasSignIn: boolean
  /** Where all of the documentation is; null where it is not built. */
  siteUrl: string | null
}

type Page = { title: string; path: string; main: string; script: string }

/** The paths of all pages. */
export function pagePaths(guides: readonly Guide[]): string[] {
  return ['/docs', '/docs/guides', '/docs/errors', ...guides.map(({ name }) => guidePath(name))]
}

function guidePath(name: string): string {
  return `/docs/guides/${name}`
}

/** The whole HTML of each page by its path. */
export function renderPages(layout: PageLayout): Map<string, string> {
  const read = (name: string) => readFileSync(join(textsFolder, name), 'utf8')
  const article = (text: string, aside = '') =>
    `<main class="article${aside === '' ? ' wide' : ''}">${aside}<article>${text}</article></main>`
  const list = guideList(layout.guides)
  const pages: Page[] = [
    { title: 'API reference', path: '/docs', main: reference(layout), script: 'reference.js' },
    {
      title: 'Guides',
      path: '/docs/guides',
      main: article(`<h1>Guides</h1>${list}`),
      script: 'pages.js',
    },
    { title: 'Errors', path: '/docs/errors', main: article(read('errors.html')), script: 'pages.js' },
    ...layout.guides.map(({ name, title }) => {
      const main = article(read(`guides/${name}.html`), guideMenu(layout.guides, name))
      return { title, path: guidePath(name), main, script: 'pages.js' }
    }),
  ]
  return new Map(pages.map((page) => [page.path, renderPage(page, layout)]))
}

function renderPage({ title, path, main, script }: Page, { filesUrl, hasSignIn, siteUrl }: PageLayout): string {
  const link = (to: string, text: string) => {
    const isHere = to === '/docs' ? path === to : path.startsWith(to)
    return `<a href="${to}"${isHere ? ' aria-current="page"' : ''}>${text}</a>`
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Order management</title>
<link rel="icon" href="${filesUrl}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${filesUrl}/pages.css">
<link rel="stylesheet" href="${filesUrl}/article.css">
<script type="module" src="${filesUrl}/${script}"></script>
</head>
<body>
<header class="bar">
<a class="brand" href="/docs">Order management</a>
<nav aria-label="Documentation">${link('/docs', 'Operations')}${link('/docs/guides', 'Guides')}${link('/docs/errors', 'Errors')}${siteUrl === null ? '' : link(siteUrl, 'All pages')}</nav>
${hasSignIn ? SIGN_IN : ''}
<button id="theme" class="quiet" type="button" aria-label="Light or dark">◐</button>
</header>
${main}
</body>
</html>
`
}

const SIGN_IN = `<details id="account"><summary>Sign in</summary>
<form id="sign-in">
<label>Client id <input name="clientId" autocomplete="username" required></label>
<label>Client secret <input name="clientSecret" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
<p role="status"></p>
</form>
<button id="sign-out" type="button" hidden>Sign out</button></details>`

/** What is there before the component has drawn itself: the page is never blank. */
function reference({ filesUrl, guides }: PageLayout): string {
  return `<main id="reference" data-document="${filesUrl}/openapi.json">
<div class="article wide"><article><h1>API reference</h1><p>The operations are being loaded.</p>
<noscript><p>They need JavaScript; the guides do not.</p></noscript>
<h2>Guides</h2>${guideList(guides)}</article></div></main>`
}

function guideList(guides: readonly Guide[]): string {
  const items = guides.map(({ name, title, summary }) => `<li><a href="${guidePath(name)}">${title}</a>${summary}</li>`)
  return `<ol class="guides">${items.join('')}</ol>`
}

function guideMenu(guides: readonly Guide[], current: string): string {
  const items = guides.map(
    ({ name, title }) => `<li><a href="${guidePath(name)}"${name === current ? ' aria-current="page"' : ''}>${title}</a></li>`,
  )
  return `<aside><nav aria-label="Guides"><ol>${items.join('')}</ol></nav></aside>`
}
