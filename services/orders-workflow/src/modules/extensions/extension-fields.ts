import { problemIn } from '@open-oms/contracts/config/checks/find-problems'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type CustomField, customFieldsFile } from '@open-oms/contracts/config/custom-fields'
import { findFieldFault } from '@open-oms/extend/field'
import { findTwiceDeclared } from '../../order/rules/fields/declared-fields.ts'

/** Why fields of an extension cannot be used, as the end of a sentence; null when they can. */
export function findFieldProblem(fields: readonly CustomField[]): string | null {
  if (!Array.isArray(fields)) return 'its fields are no list'
  const fault = fields.map(findFieldFault).find((found) => found !== null)
  if (fault !== undefined) return `a field ${fault}`
  const [taken] = findTwiceDeclared(fields)
  return taken === undefined ? null : `there is a field "${taken.key}" on ${taken.on} already`
}

/** Fields that the configuration and an extension of this process both declare. */
export function findFieldsTwice(fields: readonly CustomField[]): ConfigProblem[] {
  // Those that are twice in the file have a check of their own.
  return fields.flatMap((field, index) =>
    findTwiceDeclared([field]).map(({ key, on }) => {
      const reason = `an extension declares "${key}" on ${on} too`
      return problemIn(customFieldsFile.file)(`fields[${index}].key`, reason, 'Remove one of the two.')
    }),
  )
}
