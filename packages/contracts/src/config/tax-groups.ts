import { type Static, Type } from '@sinclair/typebox'
import { problemIn } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  Day,
  defineConfigFile,
  FlagWithDefault,
  Name,
  OrNull,
  Percentage,
  Words,
} from './config-file.ts'

export const TaxGroup = ConfigObject(
  {
    code: Name('What products and order lines carry as taxGroupCode.'),
    name: Name('The name people see.'),
    rate: Percentage('VAT in percent.'),
    externalCode: OrNull(Words('The VAT code in the ledger.')),
    outsideVatScope: FlagWithDefault(false, 'Sales of the group are outside the scope of VAT altogether.'),
    validFrom: OrNull(Day('First day it holds; null: from the beginning.')),
    validTo: OrNull(Day('Last day it holds; null: without end.')),
  },
  'A tax group (configuration.md#tax-groups). A code may occur several times with periods that do not overlap.',
)
export type TaxGroup = Static<typeof TaxGroup>

export const taxGroupsFile = defineConfigFile({
  file: 'tax-groups.json',
  summary: 'Tax groups with rate, VAT code and validity.',
  schema: ConfigFile({ taxGroups: Type.Array(TaxGroup) }, 'The tax groups.'),
  read: (content) => content.taxGroups,
})

const firstDay = (group: TaxGroup): string => group.validFrom ?? '0000-00-00'
const lastDay = (group: TaxGroup): string => group.validTo ?? '9999-99-99'

/** The group of this code that holds on a day (`2026-01-31`), both ends included. */
export function taxGroupOn(groups: readonly TaxGroup[], code: string, day: string): TaxGroup | undefined {
  return groups.find((group) => group.code === code && firstDay(group) <= day && day <= lastDay(group))
}

/** Periods end after they begin, and those of one code do not overlap. */
export function findTaxGroupProblems(groups: readonly TaxGroup[]): ConfigProblem[] {
  const problem = problemIn(taxGroupsFile.file)
  const problems: ConfigProblem[] = []
  for (const [index, group] of groups.entries()) {
    if (firstDay(group) > lastDay(group))
      problems.push(problem(`taxGroups[${index}].validTo`, 'is before validFrom', 'Exchange or correct the two days.'))
    const rival = groups.findIndex(
      (other, at) =>
        at < index && other.code === group.code && firstDay(other) <= lastDay(group) && firstDay(group) <= lastDay(other),
    )
    if (rival >= 0)
      problems.push(
        problem(
          `taxGroups[${index}].code`,
          `"${group.code}" holds at the same time as taxGroups[${rival}]`,
          'End the earlier one by validTo on the day before the later one begins, or give one another code.',
        ),
      )
  }
  return problems
}
