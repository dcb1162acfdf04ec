import { TemplateData } from '@open-oms/contracts/templates/template-data'
import { documentTags, ownFilters, standardFilters, standardTags } from '@open-oms/contracts/templates/template-filters'
import {
  BASE_MESSAGE,
  builtInMessages,
  documentBlocks,
  templatedDocuments,
  templateParts,
} from '@open-oms/contracts/templates/template-names'
import { wrapProse } from './wrap-prose.ts'

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** The part of JSON Schema that the data of templates is declared with. */
type Schema = {
  type?: string
  description?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: unknown
}

/** One row for each variable, those of lists below their list. */
function variableRows({ properties = {} }: Schema, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`
    const present = field.anyOf?.find(({ type }) => type !== 'null') ?? field
    const below = present.items === undefined ? variableRows(present, here) : variableRows(present.items, `${here}[]`)
    return [`| \`${here}\` | ${typeText(field)} | ${field.description ?? ''} |`, ...below]
  })
}

const typeNames: Record<string, string> = { array: 'list', string: 'text', boolean: 'flag' }

function typeText({ type = '', anyOf, patternProperties }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ')
  return patternProperties === undefined ? (typeNames[type] ?? type) : 'texts by name'
}

/** The reference of templates: names, variables, filters and tags, from their declarations. */
export function templatesPage(note: string, languages: readonly string[], words: readonly string[]): string {
  const page = [
    '# Templates',
    `${note}\n\nThe rules are in [behaviour](behaviour/templates.md), the steps in [Change mails and documents](../how-to/change-mails-and-documents.md). A list is walked with \`for\`; \`order.lines[].name\` below means the \`name\` of its elements.`,
    '## Names',
    `| | |\n|---|---|\n| messages | ${code(builtInMessages)} |\n| layout of all notifications without a template of their own | \`${BASE_MESSAGE}\` |\n| documents | ${code(templatedDocuments)} |\n| parts | ${code(templateParts)} |\n| languages with built-in words | ${code(languages)} |`,
    '## Variables',
    `| Variable | Type | Meaning |\n|---|---|---|\n${variableRows(TemplateData).join('\n')}`,
    '## Filters',
    `| Filter | Use | Result |\n|---|---|---|\n${ownFilters.map(({ name, use, result }) => `| \`${name}\` | ${use} | ${result} |`).join('\n')}`,
    `Of Liquid: ${code(standardFilters)}.`,
    '## Tags',
    `Of Liquid: ${code(standardTags)}. In documents also ${code(documentTags)}.`,
    '## Blocks of documents',
    `| Document | Blocks |\n|---|---|\n${templatedDocuments.map((name) => `| \`${name}\` | ${code(documentBlocks[name])} |`).join('\n')}`,
    '## Words',
    `\`words.<name>\`; those of documents are also the names that \`label\` takes.\n\n${code(words)}`,
  ]
  return wrapProse(page.join('\n\n').concat('\n'))
}
