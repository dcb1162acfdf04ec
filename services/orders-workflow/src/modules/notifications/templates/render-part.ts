import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { DomainError } from '@open-oms/contracts/errors'
import type { TemplatePart } from '@open-oms/contracts/templates/template-names'
import { renderNodes } from './template-engine.ts'
import { templateProblem } from './template-error.ts'
import { reportFailure } from './template-failures.ts'
import type { TemplateInput } from './template-filters.ts'
import { builtInTemplate, type Template, type TemplateSet, tenantTemplate } from './template-set.ts'

export type RenderRequest = {
  set: TemplateSet
  /** Its data has the name of the message or document. */
  input: TemplateInput
}

/**
 * What was rendered, and the templates of the tenant that failed, for which built-in ones were
 * used.
 */
export type RenderResult<T> = { content: T; failures: readonly ConfigProblem[] }

const SUBJECT_MAX = 250
const SMS_MAX = 1_600

/** The subject and the body of a mail; `html` null where its template has none. */
export type RenderedMail = { subject: string; text: string; html: string | null }

/**
 * Renders a mail. Text and HTML come from the same folder and language, so that both say the same.
 * Where a template of the tenant fails, the built-in one is used, and the failure is reported
 * (templates.md#template-failures). Raises `TemplateFailed` for a message that only the tenant has.
 */
export function renderMail(request: RenderRequest): RenderResult<RenderedMail> {
  const subject = render(request, 'subject')
  const body = renderBody(request)
  return {
    content: { subject: oneLine(subject.content), ...body.content },
    failures: [...subject.failures, ...body.failures],
  }
}

/** Renders an SMS; one that is too long for a gateway is cut. Failures as for `renderMail`. */
export function renderSms(request: RenderRequest): RenderResult<string> {
  const own = (ownTemplate(request, 'sms') ?? standIn(request, 'sms')) === null ? 'text' : 'sms'
  const { content, failures } = render(request, own)
  return { content: [...trimmed(content)].slice(0, SMS_MAX).join(''), failures }
}

/** Renders the instructions and paragraphs of a document. Failures as for `renderMail`. */
export function renderDocumentTemplate(request: RenderRequest): RenderResult<string> {
  return render(request, 'pdf')
}

function renderBody(request: RenderRequest): RenderResult<Omit<RenderedMail, 'subject'>> {
  const text = ownTemplate(request, 'text')
  const html = ownTemplate(request, 'html')
  const failures: ConfigProblem[] = []
  if (text !== null) {
    // An HTML template of another folder or language, or a built-in one, would say something else.
    const beside = html !== null && isBeside(text, html) ? html : null
    const made = attempt(request, [text, ...(beside === null ? [] : [beside])], failures)
    if (made !== null) return { content: mailBody(made), failures }
  }
  const [plain, rich] = [standIn(request, 'text'), standIn(request, 'html')]
  const made =
    (plain !== null && rich !== null && attempt(request, [plain, rich], failures)) ||
    // A mail without HTML is better than none.
    renderBuiltIn(request, plain === null ? null : [plain], failures)
  return { content: mailBody(made), failures }
}

function mailBody([text = '', html]: readonly string[]): Omit<RenderedMail, 'subject'> {
  return { text: trimmed(text), html: html ?? null }
}

function isBeside(text: Template, html: Template): boolean {
  return text.name === html.name && text.language === html.language
}

function ownTemplate({ set, input }: RenderRequest, part: TemplatePart): Template | null {
  return tenantTemplate(set, { name: input.data.name, languages: input.languages, part })
}

function standIn({ input }: RenderRequest, part: TemplatePart): Template | null {
  return builtInTemplate({ name: input.data.name, part })
}

function render(request: RenderRequest, part: TemplatePart): RenderResult<string> {
  const failures: ConfigProblem[] = []
  const own = ownTemplate(request, part)
  const [made] = (own && attempt(request, [own], failures)) ?? []
  if (made !== undefined) return { content: made, failures }
  const builtIn = standIn(request, part)
  const [content = ''] = renderBuiltIn(request, builtIn === null ? null : [builtIn], failures)
  return { content, failures }
}

/** What the templates of the tenant make; null when one of them fails. */
function attempt({ input }: RenderRequest, templates: readonly Template[], failures: ConfigProblem[]): string[] | null {
  let current = templates[0] as Template
  try {
    return templates.map((one) => {
      current = one
      return renderNodes(one, input)
    })
  } catch (error) {
    const problem = templateProblem(error, current.file)
    failures.push(problem)
    reportFailure({ name: input.data.name, part: current.part, problem })
    return null
  }
}

function renderBuiltIn({ input }: RenderRequest, templates: Template[] | null, failures: ConfigProblem[]): string[] {
  if (templates !== null) return templates.map((one) => renderNodes(one, input))
  const reasons = failures.map(({ file, path, reason }) => `${file}: ${path}: ${reason}`)
  throw new DomainError(
    'TemplateFailed',
    `Message "${input.data.name}" cannot be made. ${reasons.join(' ') || 'It has no template.'}`,
  )
}

/** A subject cannot add a header: line breaks and other controls become blanks. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, SUBJECT_MAX).join('')
}

/** Without the line breaks around the tags of a template. */
function trimmed(text: string): string {
  return text.replace(/^[\r\n]+|[\r\n]+$/g, '')
}
