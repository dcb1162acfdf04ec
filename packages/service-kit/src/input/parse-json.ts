import { setImmediate } from 'node:timers/promises'
import { DomainError } from '@open-oms/contracts/errors'
import { JSON_DEPTH_MAX, JSON_PROPERTIES_MAX, JSON_VALUES_MAX } from '@open-oms/contracts/route'
import secureJson from 'secure-json-parse'
import { pathTo, requireStorableTexts } from './storable-texts.ts'

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
/** `[` and `{` differ in one bit only, and so do `]` and `}`. */
const CASE_BIT = 32
const OPENING = 123
const CLOSING = 125
const LIST_OPENING = 91
const LIST_CLOSING = 93

/**
 * Characters that are parsed without giving way. The most expensive content takes some 10 ms for
 * that many.
 */
const PIECE_LENGTH = 64 * 1024
const BLANK = /^[ \t\r\n]*$/
const BLANK_START = /^\uFEFF?[ \t\r\n]*$/
/** Escapes of characters that Postgres may refuse to store: NUL, and halves of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

type JsonObject = Record<string, unknown>

/** A list or an object whose end is not reached yet. */
type Container = {
  isList: boolean
  start: number
  /** Where the key in front of it begins and ends; meaningless inside of a list. */
  key: [start: number, end: number]
  commas: number
  /**
   * What is parsed of it; null while all of it waits to be parsed together with what is around it.
   */
  value: unknown[] | JsonObject | null
  /** Where the part begins that is not parsed yet. */
  unread: number
  /**
   * The last thing parsed was a container that came in pieces, so only a comma or the end may
   * follow.
   */
  isAfterChild: boolean
}

/**
 * Parses JSON without `__proto__` properties; a long text in pieces, between which other requests
 * are served. What is over a bound is refused before more is parsed. Raises `MalformedJson`,
 * `JsonTooDeep`, `JsonTooManyValues`, `ValidationFailed` for texts that cannot be stored.
 */
export async function parseJson(text: string, pieceLength = PIECE_LENGTH): Promise<unknown> {
  const reading = new PieceReader(text, pieceLength).read()
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** The position of the quote that ends the text which begins at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
    end = json.indexOf('"', end + 1)
  }
  return json.length
}

function malformed(reason: string): DomainError {
  return new DomainError('MalformedJson', `The body is not valid JSON: ${reason.slice(0, 200)}.`)
}

/**
 * Goes through the text once. Whatever is longer than a piece is put together from parts that are
 * parsed by `JSON.parse`.
 */
class PieceReader {
  private readonly text: string
  private readonly pieceLength: number
  private readonly open: Container[] = []
  private lastText: [start: number, end: number] = [0, 0]
  private values = 1
  private root: Container | null = null

  constructor(text: string, pieceLength: number) {
    this.text = text
    this.pieceLength = pieceLength
  }

  /** Yields after each piece and returns the value. */
  *read(): Generator<undefined, unknown> {
    const { text } = this
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        const end = endOfText(text, at)
        this.lastText = [at, end + 1]
        at = end
      } else if (code === COMMA) {
        if (this.passComma(at)) yield
      } else if ((code | CASE_BIT) === OPENING) this.begin(at, code === LIST_OPENING)
      else if ((code | CASE_BIT) === CLOSING) this.end(at, code === LIST_CLOSING)
    }
    if (this.root !== null) {
      this.requireBlank(this.root.unread, text.length)
      return this.root.value
    }
    if (this.open.some(({ value }) => value !== null)) throw malformed('it ends early')
    return this.parse(text, 0)
  }

  private begin(start: number, isList: boolean): void {
    if (this.root !== null) throw malformed(`unexpected text at position ${this.root.unread}`)
    if (this.open.length === JSON_DEPTH_MAX) {
      throw new DomainError('JsonTooDeep', `The JSON body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
    }
    this.open.push({ isList, start, key: this.lastText, commas: 0, value: null, unread: start + 1, isAfterChild: false })
  }

  /** True when a piece was parsed. */
  private passComma(at: number): boolean {
    const container = this.open.at(-1)
    if (container === undefined) return false
    container.commas++
    this.values++
    if (!container.isList && container.commas >= JSON_PROPERTIES_MAX) {
      throw tooMany(`An object of the JSON body has more than ${JSON_PROPERTIES_MAX} properties`)
    }
    if (this.values > JSON_VALUES_MAX) throw tooMany(`The JSON body has more than ${JSON_VALUES_MAX} values`)
    const isPiece = at - container.unread >= this.pieceLength
    if (!container.isAfterChild && !isPiece) return false
    this.take(container, at)
    container.unread = at + 1
    return isPiece
  }

  private end(at: number, isList: boolean): void {
    const container = this.open.at(-1)
    if (container === undefined || container.isList !== isList) throw malformed(`unexpected bracket at position ${at}`)
    if (container.value !== null) this.take(container, at)
    this.open.pop()
    if (container.value === null) return
    const parent = this.open.at(-1)
    if (parent !== undefined) this.attach(parent, container)
    else {
      if (!BLANK_START.test(this.text.slice(0, container.start))) throw malformed('unexpected text at its beginning')
      this.root = container
    }
    ;(parent ?? container).unread = at + 1
  }

  /** Parses what is unread of a container up to a comma or its end. */
  private take(container: Container, end: number): void {
    if (container.isAfterChild) {
      this.requireBlank(container.unread, end)
      container.isAfterChild = false
      return
    }
    const part = this.text.slice(container.unread, end)
    if (BLANK.test(part)) throw malformed(`a value is missing at position ${end}`)
    this.add(container, part)
  }

  private add(container: Container, part: string): JsonObject | unknown[] {
    const { isList, unread } = container
    if (isList) {
      container.value ??= []
      const list = container.value as unknown[]
      const items = this.parse(`[${part}]`, unread, list.length) as unknown[]
      for (const item of items) list.push(item)
      return items
    }
    const properties = this.parse(`{${part}}`, unread) as JsonObject
    container.value = Object.assign(container.value ?? {}, properties)
    return properties
  }

  /**
   * Puts a container that came in pieces into the one around it, behind what is before it there.
   */
  private attach(parent: Container, child: Container): void {
    if (parent.isAfterChild) throw malformed(`a comma is missing at position ${child.start}`)
    const before = this.add(parent, `${this.text.slice(parent.unread, child.start)}null`)
    if (parent.isList) (parent.value as unknown[])[(parent.value as unknown[]).length - 1] = child.value
    else {
      const key = this.parseKey(child)
      const target = parent.value as JsonObject
      const isHarmful = key === 'constructor' && Object.hasOwn(child.value as object, 'prototype')
      if (isHarmful) delete target[key]
      // The parsing has left it out when it would change a prototype.
      else if (Object.hasOwn(before, key)) target[key] = child.value
    }
    parent.isAfterChild = true
  }

  /**
   * Raises `MalformedJson`: a path is made before the parts around it are parsed, so the key may be
   * broken or missing.
   */
  private parseKey({ key: [start, end], start: valueStart }: Container): string {
    try {
      return JSON.parse(this.text.slice(start, end))
    } catch {
      throw malformed(`a property has no proper name before position ${valueStart}`)
    }
  }

  private parse(json: string, start: number, itemsBefore = 0): unknown {
    const isWhole = json === this.text
    let value: unknown
    try {
      value = secureJson.parse(json, null, { protoAction: 'remove', constructorAction: 'remove' })
    } catch (error) {
      const reason = (error as Error).message
      throw malformed(isWhole ? reason : `${reason.replace(/ (?:in JSON )?at position.*/s, '')}, after position ${start}`)
    }
    if (!SUSPECT_ESCAPE.test(json)) return value
    const path = this.path()
    if (isWhole || !Array.isArray(value)) requireStorableTexts(value, path)
    else for (const [index, item] of value.entries()) requireStorableTexts(item, pathTo(path, itemsBefore + index))
    return value
  }

  /** Of the innermost open container. */
  private path(): string {
    let path = ''
    for (const [level, child] of this.open.entries()) {
      const parent = this.open[level - 1]
      if (parent !== undefined) path = pathTo(path, parent.isList ? parent.commas : this.parseKey(child))
    }
    return path
  }

  private requireBlank(start: number, end: number): void {
    if (!BLANK.test(this.text.slice(start, end))) throw malformed(`unexpected text at position ${start}`)
  }
}

function tooMany(what: string): DomainError {
  return new DomainError('JsonTooManyValues', `${what}.`)
}
