import { type Static, Type } from '@sinclair/typebox'
import { ConfigFile, ConfigObject, type ConfigProblem, defineConfigFile, Name, WithDefault } from './config-file.ts'
import { findDuplicates, problemIn } from './find-problems.ts'

/**
 * Sequences that the program asks for by name. Those of order numbers are named by the order types.
 */
export const requiredSequences = ['rma', 'creditNote'] as const
export type RequiredSequence = (typeof requiredSequences)[number]

export const NumberSequence = ConfigObject(
  {
    name: Name('The unique name of the sequence.'),
    prefix: WithDefault(
      Type.String({ maxLength: 20, pattern: '^$|[^0-9]$', description: 'Precedes the number; does not end in a digit.' }),
      '',
    ),
    digits: WithDefault(
      Type.Integer({ minimum: 1, maximum: 15, description: 'Least number of digits; filled with zeros from the left.' }),
      1,
    ),
    start: WithDefault(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The first number.' }), 1),
  },
  'A sequence of numbers for documents.',
)
export type NumberSequence = Static<typeof NumberSequence>

export const numberSequencesFile = defineConfigFile({
  file: 'number-sequences.json',
  summary: 'Number sequences of orders, returns and credit notes.',
  schema: ConfigFile({ numberSequences: Type.Array(NumberSequence, { minItems: 1 }) }, 'The number sequences.'),
  read: (content) => content.numberSequences,
})

/** The text of one number of a sequence: prefix, then the number filled to its least digits. */
export function formatSequenceNumber(sequence: NumberSequence, value: number): string {
  return `${sequence.prefix}${String(value).padStart(sequence.digits, '0')}`
}

/**
 * Names and prefixes are unique (two sequences can never give the same text); the required ones
 * exist.
 */
export function findNumberSequenceProblems(sequences: readonly NumberSequence[]): ConfigProblem[] {
  const { file } = numberSequencesFile
  const listed = { file, list: 'numberSequences', items: sequences }
  const missing = requiredSequences.filter((name) => !sequences.some((sequence) => sequence.name === name))
  return [
    ...findDuplicates({ ...listed, key: 'name', value: (sequence) => sequence.name }),
    ...findDuplicates({ ...listed, key: 'prefix', value: (sequence) => sequence.prefix }),
    ...missing.map((name) =>
      problemIn(file)('numberSequences', `a sequence named "${name}" is needed`, 'Add it, with a prefix of its own.'),
    ),
  ]
}
