import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { tokenRoutes } from '@open-oms/contracts/gateway/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import { csharpSample, pythonSample, type SampleCall, typescriptSample } from '@open-oms/service-kit/openapi/code-samples'
import hljs from 'highlight.js/lib/common'
import { Marked, type Tokens } from 'marked'
import { guidePages } from './guide-pages.ts'

/**
 * A call of a guide: its place in the interface, and what samples in other languages are made from.
 */
type GuideCall = SampleCall & { operationId: string; tag: string }

const routes: readonly RouteContract[] = [...orderRoutes, ...catalogRoutes, ...accountingRoutes, ...tokenRoutes, ...sessionRoutes]

/**
 * The call that a block of shell makes with curl; null for a block that assigns variables. Throws
 * when it names no operation of the interface, or is written in another way than
 * `curl -s [-X METHOD] "$OMS/path?query" … [--json 'body']`.
 */
export function guideCall(block: string): GuideCall | null {
  if (!block.startsWith('curl ')) return null
  const [, address] = /"\$OMS(\/[^"]*)"/.exec(block) ?? []
  if (address === undefined) throw new Error(`A call without "$OMS/…": ${block}`)
  const [, text] = /--json '([^']*)'/.exec(block) ?? []
  const [path = '', search = ''] = address.split('?')
  const method = /-X ([A-Z]+)/.exec(block)?.[1] ?? (text === undefined && !block.includes(' -d ') ? 'GET' : 'POST')
  const found = routes.filter((route) => route.method === method).flatMap((route) => match(route, path))
  // A path without parameters is meant before one that would take its last part as an id.
  const [best] = found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  if (best === undefined) throw new Error(`${method} ${path} is no operation of the interface.`)
  const query = Object.fromEntries(
    search.split('&').flatMap((pair) => (pair === '' ? [] : [pair.split('=') as [string, string]])),
  )
  const { operationId, tags } = best.route
  const call = { method, path: best.route.url.replace(/:(\w+)/g, '{$1}'), params: best.params, query }
  return { ...call, ...(text === undefined ? {} : { body: JSON.parse(text) }), operationId, tag: tags[0] ?? '' }
}

function match(route: RouteContract, path: string): { route: RouteContract; params: Record<string, string> }[] {
  const pattern = new RegExp(`^${route.url.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`, 'i')
  const found = pattern.exec(path)
  return found === null ? [] : [{ route, params: { ...found.groups } }]
}

type Sample = { language: string; label: string; code: string }

const labels = { sh: 'curl', ts: 'TypeScript', csharp: 'C#', python: 'Python' } as const

/** What signing in is in the other languages: in the shell it assigns variables. */
const signIn = {
  ts: `import { createClient } from '@open-oms/client'

const client = createClient({
  baseUrl: 'http://127.0.0.1:8080',
  token: { clientId: 'demo', clientSecret: 'demo-secret' },
})`,
  csharp: `using System.Net.Http.Headers;
using System.Text;

var http = new HttpClient { BaseAddress = new Uri("http://127.0.0.1:8080") };
var signIn = await http.PostAsync("/api/Token?clientId=demo&clientSecret=demo-secret", null);
var token = await signIn.Content.ReadAsStringAsync();
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);`,
  python: `import requests

oms = "http://127.0.0.1:8080"
credentials = {"clientId": "demo", "clientSecret": "demo-secret"}
session = requests.Session()
token = session.post(f"{oms}/api/Token", params=credentials).text
session.headers["Authorization"] = f"Bearer {token}"`,
}

const today = {
  ts: '\n\nconst today = new Date().toISOString().slice(0, 10)',
  csharp: '\n\nvar today = DateTime.Today.ToString("yyyy-MM-dd");',
  python: '\n\nimport datetime\ntoday = datetime.date.today().isoformat()',
}

/** The title of a page: its first heading. */
export const pageTitle = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? ''

/** What a page is about: its first paragraph, as HTML. */
export const pageSummary = (markdown: string): string => renderPage(markdown.split('\n\n')[1] ?? '').trimEnd()

/** A guide as HTML: each call with its operation and in four languages, each response below. */
export function renderGuide(markdown: string): string {
  let calls = 0
  return render(markdown, (text, language) => {
    if (language !== 'sh') return `<div class="response"><pre><code>${coloured(text, 'json')}</code></pre></div>\n`
    calls++
    return callHtml(guideCall(text), callSamples(text), `call-${calls}`)
  })
}

/** Another page as HTML. The rows of its tables have the text of their first cell as id. */
export function renderPage(markdown: string): string {
  return render(markdown, (text, language) => `<pre><code>${coloured(text, language)}</code></pre>\n`)
}

function render(markdown: string, code: (text: string, language: string) => string): string {
  const marked = new Marked({
    renderer: {
      code: ({ text, lang = '' }: Tokens.Code) => code(text, lang),
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = findPagePath(href)
        return target === null ? text : `<a href="${target}">${text}</a>`
      },
      // The gateway serves texts: pictures are in the repository.
      image: () => '',
      tablerow({ text }: Tokens.TableRow) {
        const id = /^<td><code>(\w+)<\/code>/.exec(text)?.[1]
        return `<tr${id === undefined ? '' : ` id="${id}"`}>\n${text}</tr>\n`
      },
    },
  })
  return marked.parse(markdown, { async: false })
}

/** Where a link of the repository leads on the gateway; null for a page that it does not have. */
function findPagePath(href: string): string | null {
  if (href.endsWith('/errors.md')) return '/docs/errors'
  const guide = guidePages.find(({ file }) => file.endsWith(`/${href.split('/').at(-1)}`))
  return guide === undefined ? null : `/docs/guides/${guide.name}`
}

function callSamples(shell: string): Sample[] {
  const call = guideCall(shell)
  const samples: Sample[] = [{ language: 'sh', label: labels.sh, code: shell }]
  // A form with the client's password is for clients of OAuth alone.
  if (shell.includes(' -u ')) return samples
  const isDay = shell.includes('TODAY=')
  for (const language of ['ts', 'csharp', 'python'] as const) {
    const code = call === null ? `${signIn[language]}${isDay ? today[language] : ''}` : write[language](call)
    samples.push({ language, label: labels[language], code })
  }
  return samples
}

const write = { ts: typescriptSample, csharp: csharpSample, python: pythonSample }

function callHtml(call: GuideCall | null, samples: readonly Sample[], name: string): string {
  const choices = samples.map(
    ({ language, label }, index) =>
      `<input type="radio" class="${language}" name="${name}" id="${name}-${language}" value="${language}"${index === 0 ? ' checked' : ''}>` +
      `<label for="${name}-${language}">${label}</label>`,
  )
  const blocks = samples.map(({ language, code }) => `<pre class="${language}"><code>${coloured(code, language)}</code></pre>`)
  return `<div class="call">\n${call === null ? '' : operationHtml(call)}${choices.join('\n')}\n${blocks.join('\n')}\n</div>\n`
}

function operationHtml({ method, path, operationId, tag }: GuideCall): string {
  const anchor = `#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${operationId}`
  return (
    `<div class="operation"><b>${method}</b><span class="path">${path}</span>` +
    `<a href="/docs${anchor}">${operationId}</a></div>\n`
  )
}

function coloured(code: string, language: string): string {
  // A block without a language shows what a program prints.
  const name = language === 'sh' ? 'bash' : language || 'plaintext'
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value
}
