import { documentBlocks, type TemplatedDocument } from '@oms/contracts/templates/template-names'
import { type DocumentInstruction, INSTRUCTION } from '../../templates/document-tags.ts'
import { renderDocumentTemplate } from '../../templates/render-part.ts'
import { templateSet } from '../../templates/template-set.ts'
import type { DocumentLayout, DocumentTexts, LayoutItem } from '../domain/document-blocks.ts'
import { printable } from '../domain/document-text.ts'
import { documentWords } from '../domain/document-words.ts'
import { type TemplateInputRequest, templateInput } from './template-input.ts'

type LayoutRequest = TemplateInputRequest & { name: TemplatedDocument }

/**
 * What the template of a document decides: its texts, its blocks and their order
 * (templates.md#document-templates). Where the tenant's template fails, the built-in one stands in,
 * and the failure is reported. Raises `NotFound` for a shipment that the order does not have.
 */
export function documentLayout(request: LayoutRequest): DocumentLayout {
  const set = templateSet(request.config.templates)
  return readLayout(renderDocumentTemplate({ set, input: templateInput(request) }).content)
}

const PARAGRAPH_MAX = 500
const TITLE_MAX = 60
const LABEL_MAX = 40

/** The layout that a document template has made. Pure. */
export function readLayout(rendered: string): DocumentLayout {
  const layout = { title: null as string | null, footer: null as string | null, labels: {} as Record<string, string> }
  const items: LayoutItem[] = []
  let open: { heading?: string; lines: string[] } = { lines: [] }
  const close = () => {
    if (open.heading !== undefined || open.lines.length > 0) items.push({ type: 'texts', ...open } satisfies DocumentTexts)
    open = { lines: [] }
  }
  for (const line of rendered.split('\n')) {
    if (!line.startsWith(INSTRUCTION)) {
      const text = printable(line, PARAGRAPH_MAX)
      if (text !== '') open.lines.push(text)
      else if (open.lines.length > 0) close()
      continue
    }
    const instruction = JSON.parse(line.slice(INSTRUCTION.length)) as DocumentInstruction
    if ('labels' in instruction)
      for (const [name, text] of Object.entries(instruction.labels)) layout.labels[name] = printable(text, LABEL_MAX)
    else if ('title' in instruction) layout.title = printable(instruction.title, TITLE_MAX)
    else if ('footer' in instruction) layout.footer = printable(instruction.footer)
    else {
      close()
      if ('place' in instruction) items.push({ block: instruction.place })
      else open = { heading: printable(instruction.heading), lines: [] }
    }
  }
  close()
  return { ...layout, items }
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
