import { documentBlocks, type TemplatedDocument } from '@open-oms/contracts/templates/template-names'
import { type DocumentInstruction, INSTRUCTION } from '../../notifications/templates/document-tags.ts'
import { renderDocumentTemplate } from '../../notifications/templates/render-part.ts'
import { templateSet } from '../../notifications/templates/template-set.ts'
import type { DocumentLayout, DocumentTexts, LayoutItem } from '../domain/document-blocks.ts'
import { printable } from '../domain/document-text.ts'
import { documentWords } from '../domain/document-words.ts'
import { type TemplateInputRequest, templateInput } from './template-input.ts'

/**
 * What the template of a document decides: its texts, its blocks and their order
 * (templates.md#document-templates). Where the tenant's template fails, the built-in one is used,
 * and the failure is reported. Raises `NotFound` for a shipment that the order does not have.
 */
export function documentLayout(request: TemplateInputRequest & { name: TemplatedDocument }): DocumentLayout {
  const set = templateSet(request.config.templates)
  return readLayout(renderDocumentTemplate({ set, input: templateInput(request) }).content)
}

const PARAGRAPH_MAX = 500
const TITLE_MAX = 60
const LABEL_MAX = 40

type LayoutDraft = {
  title: string | null
  footer: string | null
  labels: Record<string, string>
  items: LayoutItem[]
  /** The paragraph that is being read. */
  open: { heading?: string; lines: string[] }
}

/** The layout that a document template has made. Pure. */
export function readLayout(rendered: string): DocumentLayout {
  const reading: LayoutDraft = { title: null, footer: null, labels: {}, items: [], open: { lines: [] } }
  for (const line of rendered.split('\n')) {
    if (line.startsWith(INSTRUCTION)) follow(reading, JSON.parse(line.slice(INSTRUCTION.length)) as DocumentInstruction)
    else readText(reading, printable(line, PARAGRAPH_MAX))
  }
  closeParagraph(reading)
  const { open: _open, ...layout } = reading
  return layout
}

/** An empty line ends a paragraph. */
function readText(reading: LayoutDraft, text: string): void {
  if (text !== '') reading.open.lines.push(text)
  else if (reading.open.lines.length > 0) closeParagraph(reading)
}

function closeParagraph(reading: LayoutDraft): void {
  const { heading, lines } = reading.open
  if (heading !== undefined || lines.length > 0) reading.items.push({ type: 'texts', ...reading.open } satisfies DocumentTexts)
  reading.open = { lines: [] }
}

function follow(reading: LayoutDraft, instruction: DocumentInstruction): void {
  if ('labels' in instruction) {
    for (const [name, text] of Object.entries(instruction.labels)) reading.labels[name] = printable(text, LABEL_MAX)
  } else if ('title' in instruction) reading.title = printable(instruction.title, TITLE_MAX)
  else if ('footer' in instruction) reading.footer = printable(instruction.footer)
  else {
    closeParagraph(reading)
    if ('place' in instruction) reading.items.push({ block: instruction.place })
    else reading.open = { heading: printable(instruction.heading), lines: [] }
  }
}

/** Blocks and labels of a layout that the document does not have (templates.md#template-check). */
export function findLayoutProblems(name: TemplatedDocument, { items, labels }: DocumentLayout): string[] {
  const known = documentBlocks[name]
  const words = documentWords('en')
  const blocks = items.flatMap((item) => ('block' in item && !known.includes(item.block) ? [item.block] : []))
  return [
    ...blocks.map((block) => `there is no block "${printable(block, 40)}" in ${name}; known: ${known.join(', ')}`),
    ...Object.keys(labels)
      .filter((label) => !Object.hasOwn(words, label))
      .map((label) => `there is no label "${printable(label, 40)}"`),
  ]
}
