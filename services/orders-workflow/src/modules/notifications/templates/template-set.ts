import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConfigProblem, ConfigText } from '@open-oms/contracts/config/config-file'
import { ANY_LANGUAGE, BASE_MESSAGE, type TemplatePart } from '@open-oms/contracts/templates/template-names'
import { type Engines, type ParsedTemplate, templateEngines } from './template-engine.ts'
import { templateProblem } from './template-error.ts'
import { isNotification, isOwnMessage, templateKey } from './template-path.ts'

export type Template = ParsedTemplate & {
  /** Path of its file. */
  file: string
  name: string
  language: string
  part: TemplatePart
  isBuiltIn: boolean
}

/** Parsed templates by name, language and part. */
export type TemplateSet = {
  templates: ReadonlyMap<string, Template>
  /** Texts of the pieces, by name. */
  partials: Readonly<Record<string, string>>
  /** Files with another name than templates have, and those that cannot be parsed. */
  problems: readonly ConfigProblem[]
}

function templateSetKey(name: string, language: string, part: TemplatePart): string {
  return `${name}/${language}.${part}`
}

type TemplateParseOptions = { isBuiltIn: boolean; partials: Readonly<Record<string, string>> }

function parseFiles(files: readonly ConfigText[], { isBuiltIn, partials }: TemplateParseOptions): TemplateSet {
  const pieces = { ...partials, ...collectPartials(files) }
  const engines = templateEngines(pieces)
  const templates = new Map<string, Template>()
  const problems: ConfigProblem[] = []
  for (const file of files) {
    const read = parseFile(file, { engines, isBuiltIn })
    if (read === null) continue
    if ('reason' in read) problems.push(read)
    else {
      const key = templateSetKey(read.name, read.language, read.part)
      const known = templates.get(key)
      if (known !== undefined)
        problems.push({
          file: file.path,
          path: '',
          reason: `is the same template as ${known.file}`,
          remedy: 'Remove one of them.',
        })
      templates.set(key, read)
    }
  }
  return { templates, partials: pieces, problems }
}

function collectPartials(files: readonly ConfigText[]): Record<string, string> {
  const pieces = files.flatMap(({ path, text }) => {
    const key = templateKey(path)
    return key !== null && 'partial' in key ? [[key.partial, text] as const] : []
  })
  return Object.fromEntries(pieces)
}

/** The template of a file, or why there is none; null for a piece, which others render. */
function parseFile(
  { path, text }: ConfigText,
  { engines, isBuiltIn }: { engines: Engines; isBuiltIn: boolean },
): Template | ConfigProblem | null {
  const key = templateKey(path)
  if (key === null) return { file: path, path: '', reason: UNKNOWN_NAME, remedy: 'Rename it, or remove it.' }
  try {
    const engine = engines('partial' in key ? 'text' : key.part)
    const nodes = engine.parse(text, path)
    return 'partial' in key ? null : { ...key, engine, nodes, file: path, isBuiltIn }
  } catch (error) {
    return templateProblem(error, path)
  }
}

const UNKNOWN_NAME =
  'is not named as a template: templates/<name>/<language>.<subject|text|html|sms|pdf>.liquid or templates/partials/<name>.liquid'

const builtInFolder = fileURLToPath(new URL('../../../../templates', import.meta.url))
let builtInTexts: readonly ConfigText[] | undefined
let builtIn: TemplateSet | undefined

/** The files of the templates that come with the service; read once. */
export function builtInFiles(): readonly ConfigText[] {
  if (builtInTexts !== undefined) return builtInTexts
  const names = readdirSync(builtInFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.liquid'))
  builtInTexts = names.sort().map((name) => ({
    path: `templates/${name.replaceAll('\\', '/')}`,
    text: readFileSync(join(builtInFolder, name), 'utf8'),
  }))
  return builtInTexts
}

/** The templates that come with the service; parsed when the first one is used. */
export function builtInTemplates(): TemplateSet {
  builtIn ??= parseFiles(builtInFiles(), { isBuiltIn: true, partials: {} })
  return builtIn
}

const parsed = new WeakMap<readonly ConfigText[], TemplateSet>()

/** The templates of a configuration, parsed once for each configuration that is loaded. */
export function templateSet(files: readonly ConfigText[]): TemplateSet {
  const known = parsed.get(files)
  if (known !== undefined) return known
  const set = parseFiles(files, { isBuiltIn: false, partials: collectPartials(builtInFiles()) })
  parsed.set(files, set)
  return set
}

export type TemplateRequest = {
  name: string
  part: TemplatePart
  /** The most special first. */
  languages: readonly string[]
}

/**
 * The tenant's template: of the message in the most special language, then for any language, then
 * the layout of all notifications. Null where the built-in one holds
 * (templates.md#template-choice).
 */
export function tenantTemplate({ templates }: TemplateSet, { name, part, languages }: TemplateRequest): Template | null {
  const names = isNotification(name) && part !== 'pdf' ? [name, BASE_MESSAGE] : [name]
  const chain = [...languages, ANY_LANGUAGE, ...(isOwnMessage(name) ? ['en'] : [])]
  for (const one of names)
    for (const language of chain) {
      const found = templates.get(templateSetKey(one, language, part))
      if (found !== undefined) return found
    }
  return null
}

/** Whether the tenant has a template of this name and part, in whatever language. */
export function hasTemplate({ templates }: TemplateSet, name: string, part: TemplatePart): boolean {
  return [...templates.values()].some((template) => template.name === name && template.part === part)
}

/**
 * The built-in template; null for messages that only the tenant has, and parts that are not built
 * in.
 */
export function builtInTemplate({ name, part }: Pick<TemplateRequest, 'name' | 'part'>): Template | null {
  const { templates } = builtInTemplates()
  const layout = isNotification(name) && part !== 'pdf' ? BASE_MESSAGE : name
  return templates.get(templateSetKey(layout, ANY_LANGUAGE, part)) ?? null
}
