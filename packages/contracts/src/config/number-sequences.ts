import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates, findUnresolved, namesWithin, problemIn } from './checks/find-problems.ts'
import { ConfigFile, ConfigObject, type ConfigProblem, defineConfigFile, ListOrNone, Name, WithDefault } from './config-file.ts'
import type { OrderType } from './order-types.ts'
import type { Store } from './stores.ts'

/**
 * Sequences that the program asks for by name. Those of order numbers are named by the order types.
 */
export const requiredSequences = ['rma', 'creditNote'] as const
export type RequiredSequence = (typeof requiredSequences)[number]

export const NumberSequence = ConfigObject(
  {
    name: Name('What it numbers: `rma`, `creditNote`, or the orderNumberType of order types.'),
    accountingCompanyCodes: ListOrNone(
      Name('The accountingCompanyCode of stores.'),
      'The companies whose stores take numbers from it; none: all stores whose company has no sequence of that name.',
    ),
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
 * The sequence of a name for a company, else the one of that name without company; undefined when
 * there is neither (ids.md#number-sequences).
 */
export function sequenceFor(
  sequences: readonly NumberSequence[],
  { name, companyCode }: { name: string; companyCode: string | null },
): NumberSequence | undefined {
  const named = sequences.filter((sequence) => sequence.name === name)
  const own = named.find(({ accountingCompanyCodes }) => companyCode !== null && accountingCompanyCodes.includes(companyCode))
  return own ?? named.find(({ accountingCompanyCodes }) => accountingCompanyCodes.length === 0)
}

/**
 * Prefixes are unique (two sequences can never give the same text), and so is a name for each
 * company and without one; the required ones exist.
 */
export function findNumberSequenceProblems(sequences: readonly NumberSequence[]): ConfigProblem[] {
  const { file } = numberSequencesFile
  const listed = { file, list: 'numberSequences', items: sequences }
  const missing = requiredSequences.filter((name) => !sequences.some((sequence) => sequence.name === name))
  const withoutCompany = sequences.filter(({ accountingCompanyCodes }) => accountingCompanyCodes.length === 0)
  return [
    ...findDuplicates({ ...listed, key: 'name', value: nameOrPosition(withoutCompany) }),
    ...findSharedCompanies(sequences),
    ...findDuplicates({ ...listed, key: 'prefix', value: (sequence) => sequence.prefix }),
    ...missing.map((name) =>
      problemIn(file)('numberSequences', `a sequence named "${name}" is needed`, 'Add it, with a prefix of its own.'),
    ),
  ]
}

/** Only sequences without a company are the same by their name alone. */
function nameOrPosition(withoutCompany: readonly NumberSequence[]) {
  return (sequence: NumberSequence) =>
    withoutCompany.includes(sequence) ? sequence.name : `${sequence.name}\n${sequence.prefix}`
}

/** Two sequences of one name for one company, or a company that is named twice. */
function findSharedCompanies(sequences: readonly NumberSequence[]): ConfigProblem[] {
  const { file } = numberSequencesFile
  const first = new Map<string, string>()
  return sequences.flatMap(({ name, accountingCompanyCodes }, index) =>
    accountingCompanyCodes.flatMap((code, position) => {
      const path = `numberSequences[${index}].accountingCompanyCodes[${position}]`
      const key = `${name.toLowerCase()}\n${code}`
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, path)
      if (earlier === undefined) return []
      return [problemIn(file)(path, `"${code}" has a sequence "${name}" already, by ${earlier}`, 'Remove one of the two.')]
    }),
  )
}

/**
 * The companies are companies of stores, and every store has a sequence for what it numbers: by its
 * company, or one without company.
 */
export function findSequenceStoreProblems(
  sequences: readonly NumberSequence[],
  stores: readonly Store[],
  types: readonly Pick<OrderType, 'orderNumberType'>[],
): ConfigProblem[] {
  const { file } = numberSequencesFile
  const references = namesWithin('numberSequences', sequences, 'accountingCompanyCodes')
  const names = new Set<string>([...requiredSequences, ...types.map(({ orderNumberType }) => orderNumberType)])
  const uncovered = [...names].flatMap((name) => {
    if (!sequences.some((sequence) => sequence.name === name)) return []
    const store = stores.find(
      ({ accountingCompanyCode }) => !sequenceFor(sequences, { name, companyCode: accountingCompanyCode }),
    )
    if (store === undefined) return []
    const company = store.accountingCompanyCode === null ? 'which has no company' : `company "${store.accountingCompanyCode}"`
    const reason = `no sequence "${name}" is for store "${store.id}", ${company}`
    return [
      problemIn(file)('numberSequences', reason, `Add a sequence "${name}" without accountingCompanyCodes, or name the company.`),
    ]
  })
  const companies = stores.flatMap(({ accountingCompanyCode }) => accountingCompanyCode ?? [])
  return [...findUnresolved(file, references, { what: 'the company of a store', names: companies }), ...uncovered]
}
