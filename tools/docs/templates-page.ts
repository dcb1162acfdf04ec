import { TemplateData } from '@oms/contracts/templates/template-data'
import { documentTags, ownFilters, standardFilters, standardTags } from '@oms/contracts/templates/template-filters'
import {
  BASE_MESSAGE,
  builtInMessages,
  documentBlocks,
  templatedDocuments,
  templateParts,
} from '@oms/contracts/templates/template-names'
import { Kind, type TSchema } from '@sinclair/typebox'

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** One row for each variable, those of lists below their list. */
function variableRows(schema: TSchema, path: string): string[] {
  return Object.entries(schema.properties as Record<string, TSchema>).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`
    const present = field[Kind] === 'Union' ? (field.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') : field
    const inner = present?.[Kind] === 'Array' ? (present.items as TSchema) : present
    const below = inner?.properties === undefined ? [] : variableRows(inner, present?.[Kind] === 'Array' ? `${here}[]` : here)
    return [`| \`${here}\` | ${typeOf(field)} | ${field.description ?? ''} |`, ...below]
  })
}

function typeOf(field: TSchema): string {
  if (field[Kind] === 'Union') return (field.anyOf as TSchema[]).map(typeOf).join(' or ')
  return (
    { Array: 'list', Object: 'object', Record: 'texts by name', String: 'text', Boolean: 'flag', Null: 'null' }[
      field[Kind] as string
    ] ?? 'number'
  )
}

/** The reference of templates: names, variables, filters and tags, from their declarations. */
export function templatesPage(note: string, languages: readonly string[], words: readonly string[]): string {
  return [
    '# Templates',
    `${note}\n\nThe rules are in [behaviour](behaviour/templates.md), the steps in\n[Change mails and documents](../how-to/change-mails-and-documents.md). A list is walked with \`for\`;\n\`order.lines[].name\` below means the \`name\` of its elements.`,
    '## Names',
    `| | |\n|---|---|\n| messages | ${code(builtInMessages)} |\n| layout of all notifications without a template of their own | \`${BASE_MESSAGE}\` |\n| documents | ${code(templatedDocuments)} |\n| parts | ${code(templateParts)} |\n| languages with built-in words | ${code(languages)} |`,
    '## Variables',
    `| Variable | Type | Meaning |\n|---|---|---|\n${variableRows(TemplateData, '').join('\n')}`,
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
    .join('\n\n')
    .concat('\n')
}
