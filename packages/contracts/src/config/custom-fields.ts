import { type Static, Type } from '@sinclair/typebox'
import { roles } from '../access.ts'
import { permissions } from '../permissions.ts'
import { Word } from '../primitives.ts'
import type { NamedRole } from './access/roles.ts'
import { findDuplicates, findUnresolved, problemIn } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
} from './config-file.ts'

/** What carries `properties` that can be declared. */
export const fieldPlaces = ['order', 'line', 'shipment', 'product'] as const
export type FieldPlace = (typeof fieldPlaces)[number]

export const fieldTypes = ['text', 'number', 'boolean', 'date', 'choice'] as const
export type FieldType = (typeof fieldTypes)[number]

const FieldChoice = ConfigObject(
  {
    value: Name('What the property carries as `value`.'),
    en: OrNull(Name('What staff read, in English; the value when absent.')),
    nb: OrNull(Name('What staff read, in Norwegian; the English text when absent.')),
  },
  'A value of a field of type `choice`.',
)

export const CustomField = ConfigObject(
  {
    key: Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,99}$',
      description: 'The `key` of the property: a letter, then letters, digits, dots, dashes or underscores.',
    }),
    on: Word(fieldPlaces),
    type: Word(fieldTypes),
    en: Name('What staff read, in English.'),
    nb: OrNull(Name('What staff read, in Norwegian; the English text when absent.')),
    required: FlagWithDefault(false, 'What is created without a value is refused, and so is taking the value away.'),
    choices: ListOrNone(FieldChoice, 'The values of a field of type `choice`.'),
    searchable: FlagWithDefault(false, 'Orders are filtered and sorted by it; of fields of orders only.'),
    inList: FlagWithDefault(false, 'Offered as a column of the list of orders; of fields of orders only.'),
    onPage: FlagWithDefault(true, 'Shown on the page of an order or a product.'),
    writers: ListOrNone(
      Name('A role of the interface, a role of `roles.json`, or a permission.'),
      'Who may set, change and remove the value: who has one of these. Empty: whoever may change what carries it.',
    ),
  },
  'A property that is declared: its type, its name for people, and who may write it.',
)
export type CustomField = Static<typeof CustomField>

/** Most fields that can be declared. */
export const FIELDS_MAX = 200

export const customFieldsFile = defineConfigFile({
  file: 'custom-fields.json',
  summary:
    'Declared fields: `properties` of orders, lines, shipments and products with a type, a name and writers. It may be missing.',
  schema: ConfigFile(
    {
      fields: Type.Array(CustomField, { maxItems: FIELDS_MAX, description: 'The fields, in the order in which they are shown.' }),
    },
    'Declared fields.',
  ),
  whenMissing: { fields: [] },
  read: ({ fields }) => fields,
})

const problem = problemIn(customFieldsFile.file)

/** Fields are declared once, and what they say goes together. */
export function findCustomFieldProblems(fields: readonly CustomField[]): ConfigProblem[] {
  const twice = findDuplicates({
    file: customFieldsFile.file,
    list: 'fields',
    items: fields,
    key: 'key',
    value: ({ on, key }) => `${on}: ${key}`,
  })
  return [...twice, ...fields.flatMap((field, index) => findFieldFaults(field, `fields[${index}]`))]
}

/** What of a single field does not go together; `at` is its path. */
export function findFieldFaults({ on, type, choices, searchable, inList }: CustomField, at: string): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (type === 'choice' && choices.length === 0)
    problems.push(problem(`${at}.choices`, 'has no choices', 'List the values, or give the field another type.'))
  if (type !== 'choice' && choices.length > 0)
    problems.push(problem(`${at}.choices`, `has choices for type "${type}"`, 'Set type to "choice", or remove them.'))
  for (const [flag, isSet] of Object.entries({ searchable, inList }))
    if (isSet && on !== 'order')
      problems.push(problem(`${at}.${flag}`, `is not available on "${on}"`, 'Remove it: it is for fields of orders.'))
  const list = { file: customFieldsFile.file, list: `${at}.choices`, items: choices, key: 'value' }
  return [...problems, ...findDuplicates({ ...list, value: ({ value }) => value })]
}

/** Writers are roles and permissions that there are. */
export function findFieldWriterProblems(fields: readonly CustomField[], named: readonly NamedRole[]): ConfigProblem[] {
  const references = fields.flatMap(({ writers }, index) =>
    writers.map((name, position) => ({ path: `fields[${index}].writers[${position}]`, name })),
  )
  const names = [...roles, ...named.map(({ name }) => name), ...permissions]
  return [
    ...findUnresolved(customFieldsFile.file, references, { what: 'a role or a permission', names }),
    ...references.flatMap(({ path, name }) => {
      const role = named.find((one) => one.name === name)
      const isEmpty = role !== undefined && role.permissions.length === 0
      return isEmpty
        ? [problem(path, `the role "${name}" has no permissions to tell its holders by`, 'Name a permission, or give it one.')]
        : []
    }),
  ]
}
