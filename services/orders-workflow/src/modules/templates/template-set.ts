import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConfigProblem, ConfigText } from '@oms/contracts/config/config-file'
import { ANY_LANGUAGE, BASE_MESSAGE, type TemplatePart } from '@oms/contracts/templates/template-names'
import { type ParsedTemplate, templateEngines } from './template-engine.ts'
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

function keyOf(name: string, language: string, part: TemplatePart): string {
  return `${name}/${language}.${part}`
}

type Parsing = { isBuiltIn: boolean; partials: Readonly<Record<string, string>> }

function parseFiles(files: readonly ConfigText[], { isBuiltIn, partials }: Parsing): TemplateSet {
  const read = files.map((file) => ({ ...file, key: templateKey(file.path) }))
  const own = read.flatMap(({ key, text }) => (key !== null && 'partial' in key ? [[key.partial, text] as const] : []))
  const pieces = { ...partials, ...Object.fromEntries(own) }
  const engines = templateEngines(pieces)
  const templates = new Map<string, Template>()
  const problems: ConfigProblem[] = []
  for (const { key, path, text } of read) {
    if (key === null) problems.push({ file: path, path: '', reason: UNKNOWN_NAME })
    else
      try {
        const engine = engines('partial' in key ? 'text' : key.part)
        const nodes = engine.parse(text, path)
        if ('partial' in key) continue
        const known = templates.get(keyOf(key.name, key.language, key.part))
        if (known !== undefined) problems.push({ file: path, path: '', reason: `is the same template as ${known.file}` })
        templates.set(keyOf(key.name, key.language, key.part), { ...key, engine, nodes, file: path, isBuiltIn })
      } catch (error) {
        problems.push(templateProblem(error, path))
      }
  }
  return { templates, partials: pieces, problems }
}

const UNKNOWN_NAME =
  'is not named as a template: templates/<name>/<language>.<subject|text|html|sms|pdf>.liquid or templates/partials/<name>.liquid'

const builtInFolder = fileURLToPath(new URL('../../../templates', import.meta.url))
let builtIn: { set: TemplateSet; files: readonly ConfigText[] } | undefined

/** The templates that come with the service; read once. */
export function builtInTemplates(): { set: TemplateSet; files: readonly ConfigText[] } {
  if (builtIn !== undefined) return builtIn
  const names = readdirSync(builtInFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.liquid'))
  const files = names.sort().map((name) => ({
    path: `templates/${name.replaceAll('\\', '/')}`,
    text: readFileSync(join(builtInFolder, name), 'utf8'),
  }))
  const set = parseFiles(files, { isBuiltIn: true, partials: {} })
  builtIn = { set, files }
  return builtIn
}

const parsed = new WeakMap<readonly ConfigText[], TemplateSet>()

/** The templates of a configuration, parsed once for each configuration that is loaded. */
export function templateSet(files: readonly ConfigText[]): TemplateSet {
  const known = parsed.get(files)
  if (known !== undefined) return known
  const set = parseFiles(files, { isBuiltIn: false, partials: builtInTemplates().set.partials })
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
 * the layout of all notifications. Null where the built-in one holds (templates.md#template-choice).
 */
export function tenantTemplate({ templates }: TemplateSet, { name, part, languages }: TemplateRequest): Template | null {
  const names = isNotification(name) && part !== 'pdf' ? [name, BASE_MESSAGE] : [name]
  const chain = [...languages, ANY_LANGUAGE, ...(isOwnMessage(name) ? ['en'] : [])]
  for (const one of names)
    for (const language of chain) {
      const found = templates.get(keyOf(one, language, part))
      if (found !== undefined) return found
    }
  return null
}

/** The built-in template; null for messages that only the tenant has, and parts that are not built in. */
export function builtInTemplate({ name, part }: Pick<TemplateRequest, 'name' | 'part'>): Template | null {
  const { templates } = builtInTemplates().set
  const layout = isNotification(name) && part !== 'pdf' ? BASE_MESSAGE : name
  return templates.get(keyOf(layout, ANY_LANGUAGE, part)) ?? null
}
