import { type Context, type Emitter, Hash, type Liquid, Tag, type TagToken, type TopLevelToken, Value } from 'liquidjs'

/**
 * One instruction of a document template, on a line of its own in what is rendered. It begins with
 * a character that no data has: texts of clients are printed without control characters.
 */
export const INSTRUCTION = '\u0001'

/** What a document template asks for besides its paragraphs (templates.md#document-templates). */
export type DocumentInstruction =
  | { place: string }
  | { heading: string }
  | { title: string }
  | { footer: string }
  | { labels: Record<string, string> }

function write(emitter: Emitter, instruction: DocumentInstruction): void {
  emitter.write(`\n${INSTRUCTION}${JSON.stringify(instruction)}\n`)
}

/** `{% place "lines" %}`: an instruction with one text. */
function textTag(name: 'place' | 'heading' | 'title' | 'footer') {
  return class extends Tag {
    private readonly text: Value
    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid)
      if (token.args.trim() === '') throw new Error(`"${name}" needs a text`)
      this.text = new Value(token.args, liquid)
    }
    *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
      const text = String((yield this.text.value(context, false)) ?? '')
      write(emitter, { [name]: text } as DocumentInstruction)
    }
    *arguments() {
      yield this.text
    }
  }
}

/** `{% label orderNumber: "Ordrenr." %}`: other words for fixed texts of the document. */
class LabelTag extends Tag {
  private readonly labels: Hash
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid)
    this.labels = new Hash(token.args)
    if (Object.keys(this.labels.hash).length === 0) throw new Error('"label" needs a name and a text')
  }
  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const labels = (yield this.labels.render(context)) as Record<string, unknown>
    const texts = Object.entries(labels).map(([name, text]) => [name, String(text ?? '')])
    write(emitter, { labels: Object.fromEntries(texts) })
  }
}

/** Adds the tags that only document templates have. */
export function addDocumentTags(engine: Liquid): void {
  for (const name of ['place', 'heading', 'title', 'footer'] as const) engine.registerTag(name, textTag(name))
  engine.registerTag('label', LabelTag)
}
