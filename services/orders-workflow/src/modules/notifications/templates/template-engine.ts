import { standardFilters, standardTags } from '@open-oms/contracts/templates/template-filters'
import type { TemplatePart } from '@open-oms/contracts/templates/template-names'
import { Context, type Emitter, Liquid, type Template as TemplateNode, toValueSync } from 'liquidjs'
import { addDocumentTags } from './document-tags.ts'
import { addOwnFilters, type TemplateInput, withFormat } from './template-filters.ts'

/** What a template may cost (templates.md#template-limits). */
export const templateLimits = {
  /** Rendering one part, in milliseconds of processor time. */
  renderMs: 100,
  /** Characters of texts and entries of lists that filters and ranges make, in all. */
  memory: 2_000_000,
  /** The same of one text or list: the time limit is looked at between them, not within. */
  single: 256 * 1_024,
  /** Characters of one rendered part. */
  output: 256 * 1_024,
  /** Characters of one template with the partials that it names. */
  parse: 256 * 1_024,
} as const

/** A parsed template with the engine that renders it. */
export type ParsedTemplate = { engine: Liquid; nodes: TemplateNode[] }

/** One engine for each way of escaping, with the pieces that its templates may render. */
export type Engines = (part: TemplatePart) => Liquid

/**
 * The engines of one set of templates. They read no file: pieces are given by name. Templates see
 * the own properties of their data and nothing else, and the tags and filters of the reference.
 * HTML escapes everything that it prints, and has no way around it (templates.md#escaping).
 */
export function templateEngines(partials: Readonly<Record<string, string>>): Engines {
  const engines = { html: engineWith(partials, true), text: engineWith(partials, false), pdf: engineWith(partials, false) }
  addDocumentTags(engines.pdf)
  return (part) => (part === 'html' || part === 'pdf' ? engines[part] : engines.text)
}

function engineWith(partials: Readonly<Record<string, string>>, isHtml: boolean): Liquid {
  const engine = new Liquid({
    // Without a prototype: `{% render 'constructor' %}` finds nothing.
    templates: Object.assign(Object.create(null), partials),
    cache: true,
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: templateLimits.parse,
    ...(isHtml ? { outputEscape: 'escape' } : {}),
  })
  const [tags, filters] = [new Set<string>(standardTags), new Set<string>(standardFilters)]
  for (const name of Object.keys(engine.tags)) if (!tags.has(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!filters.has(name)) engine.unregisterFilter(name)
  addOwnFilters(engine)
  limitCaptures(engine)
  return engine
}

/**
 * What a tag such as `capture` collects counts as memory: the engine itself counts only what
 * filters and ranges make.
 */
function limitCaptures({ renderer }: Liquid): void {
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (nodes, context, emitter = limitedEmitter((count) => context.memoryLimit.use(count))) =>
    renderTemplates(nodes, context, emitter)
}

/**
 * The text that a template makes of its data. `isStrict`: a variable that the data lacks is an
 * error; otherwise it prints nothing. Throws errors of Liquid, also past a limit.
 */
export function renderNodes(
  { engine, nodes }: ParsedTemplate,
  input: Pick<TemplateInput, 'data' | 'format'>,
  isStrict = false,
): string {
  const globals = withFormat(input)
  const options = { sync: true, globals, strictVariables: isStrict }
  const limits = { renderLimit: timeLimit() as never, memoryLimit: memoryLimit() as never }
  const context = new Context(Object.create(null), engine.options, options, limits)
  const emitter = limitedEmitter()
  toValueSync(engine.renderer.renderTemplates(nodes, context, emitter))
  return emitter.buffer
}

/** The limit that the engine asks before it makes a text or a list. */
function memoryLimit(): { use(count: number): void; check(): void } {
  let used = 0
  return {
    use(count) {
      used += Math.max(0, count)
      if (count > templateLimits.single || used > templateLimits.memory) throw new Error('memory alloc limit exceeded')
    },
    check: () => undefined,
  }
}

/** From when on the processor time of a render counts: most have ended before it is asked for. */
const UNCOUNTED_MS = 10

/**
 * The limit that the engine asks between all nodes. It counts processor time of this thread: on a
 * busy machine a good template must not fail. The clock is asked first, because that costs less.
 */
function timeLimit(): { use(): void; check(now: number): void } {
  const begun = performance.now()
  let before: NodeJS.CpuUsage | null = null
  return {
    use: () => undefined,
    check(now) {
      if (now - begun < UNCOUNTED_MS) return
      before ??= process.threadCpuUsage()
      if (now - begun < templateLimits.renderMs) return
      const { user, system } = process.threadCpuUsage(before)
      if ((user + system) / 1_000 >= templateLimits.renderMs) throw new Error('template render limit exceeded')
    },
  }
}

/**
 * Collects what is rendered: the limits of the engine do not count it. `use` is called with every
 * text before it is added.
 */
function limitedEmitter(use: (count: number) => void = () => undefined): Emitter & { buffer: string } {
  return {
    buffer: '',
    write(value: unknown) {
      const text = Array.isArray(value) ? value.join('') : String(value ?? '')
      use(text.length)
      if (this.buffer.length + text.length > templateLimits.output)
        throw new Error(`output limit of ${templateLimits.output} characters exceeded`)
      this.buffer += text
    },
  }
}
