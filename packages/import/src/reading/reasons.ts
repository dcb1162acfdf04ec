/**
 * Why a part of a file cannot be read, in English; `{name}` stands for a value. Row by row they
 * follow the name of the column; the console has them in its own languages by these names.
 */
export const reasonTexts = {
  notJson: 'is not JSON: {detail}',
  notObject: 'is not a JSON object',
  tooLong: 'is longer than {max} characters, which no request takes',
  extraCells: 'has {cells} cells and the header {columns}: a delimiter inside a cell needs quotes',
  otherwise: 'says otherwise than line {line}: {text}, and there {other}',
  tooManyRows: 'has more than {max} rows',
  required: 'must not be empty',
  keyMissing: 'is required: each item needs {name}',
  repeated: 'is the same as on line {line}: {text}. Rows of one item must follow each other',
  repeatedNumber: '{text} is the number of two orders, {one} on line {line} and {other} here',
  notNumber: 'is not a number with the decimal mark "{mark}": {text}',
  ambiguousNumber:
    'may be a whole number or have decimals: {text}. State the decimal mark of the file, a comma or a point (decimalMark)',
  inexactNumber: 'has more digits than can be kept: {text}',
  notMinorUnits: 'is not a whole number of minor units: {text}',
  notDate: 'is not a date: {text}',
  notDateLike: 'is not a date of the form "{format}": {text}',
  notBoolean: 'is neither true nor false: {text}',
  unknownText: 'has the text {text}, which `values` does not name',
  notCurrency: 'is not a currency of ISO 4217: {text}',
  notAbove: 'must be above 0, and is {value}',
  amounts: 'does not add up: {detail}',
  taxes: 'cannot be taken over: {detail}',
  emptyFile: 'The file is empty.',
  onlyHeader: 'The file has a header and no row below it: is the encoding the right one?',
  wrongEncoding: 'The file is not {encoding} text near this line. Save it as UTF-8, or state its encoding.',
  unknownEncoding: 'There is no encoding "{encoding}".',
  zeroCharacter: 'The file has a NUL character, which text does not have.',
  openQuote: 'A quote is not closed, or is inside a cell without quotes: the rows after it cannot be told apart.',
  openText: 'A text is not closed on this line.',
  openList: 'The list is not closed.',
  afterList: 'Something follows the list.',
  notList: 'The file is not a JSON list.',
  unnamedColumn: 'Column {number} has no name.',
  columnTwice: 'There are two columns "{column}".',
  unknownColumn: 'Column "{column}" {why}.',
  lacksColumns: 'The file lacks the columns {missing}. It has: {columns}.',
  otherFormat: 'The file is not of this format: it lacks {missing}.',
}

export type ReasonName = keyof typeof reasonTexts
export type ReasonValues = Readonly<Record<string, string | number>>

/** A reason by its name, for programs that have its text in another language. */
export type Reason = { name: ReasonName; values: ReasonValues }

/** A reason in English, and by its name where it has one. */
export type Refusal = { reason: string; named: Reason | null }

/** Why something is refused. */
export function refused(name: ReasonName, values: ReasonValues = {}): Refusal {
  return { reason: formatReason(name, values), named: { name, values } }
}

function formatReason(name: ReasonName, values: ReasonValues): string {
  return reasonTexts[name].replaceAll(/\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''))
}

const QUOTED_MAX = 60

/** A text of a file as a reason shows it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text)
}

/** A file that cannot be read on from some line; what follows that line is unknown. */
export class UnreadableFile extends Error {
  /** Counted from 1; of a JSON list the number of the item. */
  readonly line: number
  readonly named: Reason

  constructor(line: number, name: ReasonName, values: ReasonValues = {}) {
    super(refused(name, values).reason)
    this.name = 'UnreadableFile'
    this.line = line
    this.named = { name, values }
  }
}
