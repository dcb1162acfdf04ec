import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { ANY_LANGUAGE, builtInMessages, type TemplatePart } from '@open-oms/contracts/templates/template-names'
import { renderNodes } from './template-engine.ts'
import { templateProblem } from './template-error.ts'
import type { TemplateInput } from './template-filters.ts'
import { isDocument, isOwnMessage } from './template-path.ts'
import type { Template, TemplateSet } from './template-set.ts'
import { findUnknownVariables } from './template-variables.ts'

/**
 * What templates are tried with: first the data of an order that has everything, then of orders
 * that lack something. `language` is null for any.
 */
export type SampleOf = (template: { name: string; part: TemplatePart; language: string | null }) => readonly TemplateInput[]

/**
 * A check holds up the process: templates that all run into their limit must not do so for long.
 * Processor time.
 */
const CHECK_MS_MAX = 4_000

/**
 * What is wrong with the templates of the tenant: names, syntax, variables that the data does not
 * have, missing parts, and what shows when they are rendered with sample orders, limits included
 * (templates.md#template-check). `inspect` judges what a document template has made.
 */
export function findTemplateProblems(
  set: TemplateSet,
  { sampleOf, inspect, msMax = CHECK_MS_MAX }: Trial & { msMax?: number | undefined },
): ConfigProblem[] {
  const templates = [...set.templates.values()]
  const before = process.threadCpuUsage()
  const own = templates.flatMap((template) => {
    if (spentMs(before) > msMax) return [problem(template, 'was not checked: the templates before it took too long')]
    const misplaced = misplacedPart(template)
    if (misplaced !== null) return [problem(template, misplaced)]
    const unknown = unknownVariables(template)
    if (unknown.length > 0) return unknown
    return renderProblems(template, { sampleOf, ...(inspect === undefined ? {} : { inspect }) })
  })
  return distinct([...set.problems, ...own, ...incompleteMessages(set)])
}

function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

function problem({ file }: Pick<Template, 'file'>, reason: string): ConfigProblem {
  return { file, path: '', reason, remedy: 'See docs/reference/templates.md.' }
}

function misplacedPart({ name, part }: Template): string | null {
  if (part === 'pdf') return isDocument(name) ? null : `there is no document "${name}"`
  const isMessage = (builtInMessages as readonly string[]).includes(name)
  return isDocument(name) && !isMessage ? `"${name}" is a document: it has the part pdf only` : null
}

function unknownVariables({ nodes, file }: Template): ConfigProblem[] {
  try {
    return findUnknownVariables(nodes, file)
  } catch (error) {
    // A piece that is missing or broken.
    return [templateProblem(error, file)]
  }
}

type Trial = { sampleOf: SampleOf; inspect?(template: Template, rendered: string): string[] }

function renderProblems(template: Template, { sampleOf, inspect }: Trial): ConfigProblem[] {
  const { name, part, language, file } = template
  try {
    const samples = sampleOf({ name, part, language: language === ANY_LANGUAGE ? null : language })
    const rendered = samples.map((sample, index) => renderNodes(template, sample, index === 0))
    return rendered.flatMap((text) => inspect?.(template, text) ?? []).map((reason) => problem(template, reason))
  } catch (error) {
    return [templateProblem(error, file)]
  }
}

/**
 * HTML has its text beside it; a message that is the tenant's own has subject and text, in English
 * or any language.
 */
function incompleteMessages({ templates }: TemplateSet): ConfigProblem[] {
  const all = [...templates.values()]
  const has = (name: string, language: string, part: string) => templates.has(`${name}/${language}.${part}`)
  const withoutText = all.flatMap((template) =>
    template.part === 'html' && !has(template.name, template.language, 'text')
      ? [problem(template, `needs ${template.language}.text.liquid beside it: a mail has its text too`)]
      : [],
  )
  const own = [...new Set(all.map(({ name }) => name).filter(isOwnMessage))]
  const missing = own.flatMap((name) => {
    const [first] = all.filter((template) => template.name === name) as [Template]
    const parts = (['subject', 'text'] as const).filter((part) => !has(name, ANY_LANGUAGE, part) && !has(name, 'en', part))
    return parts.map((part) => problem(first, `message "${name}" needs any.${part}.liquid or en.${part}.liquid`))
  })
  return [...withoutText, ...missing]
}

function distinct(problems: readonly ConfigProblem[]): ConfigProblem[] {
  return [...new Map(problems.map((one) => [`${one.file} ${one.path} ${one.reason}`, one])).values()]
}
