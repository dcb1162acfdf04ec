import { type Static, Type } from '@sinclair/typebox'

const closed = { additionalProperties: false }
const DecimalMark = Type.Union([Type.Literal('.'), Type.Literal(',')])
const Texts = Type.Record(Type.String(), Type.String())

/** How the text of one column becomes a property (docs/reference/import-formats.md). */
export const MappedColumn = Type.Object(
  {
    column: Type.String({ minLength: 1 }),
    /** A property path; `[]` is the item that a row adds to a list. */
    path: Type.String({ minLength: 1 }),
    /** By default what the property is. */
    type: Type.Optional(
      Type.Union(
        (['text', 'decimal', 'minorUnits', 'date', 'boolean', 'list', 'json'] as const).map((word) => Type.Literal(word)),
      ),
    ),
    required: Type.Optional(Type.Boolean()),
    /**
     * What the texts of the file mean, in any letter case; others are refused, or become
     * `otherwise`.
     */
    values: Type.Optional(Texts),
    otherwise: Type.Optional(Type.String()),
    /** Instead of an empty cell. */
    whenEmpty: Type.Optional(Type.String()),
    decimalMark: Type.Optional(DecimalMark),
    /** Of minor units: the ISO 4217 code whose decimals count. */
    currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3 })),
    /** Of dates: a pattern of Luxon, such as `dd.MM.yyyy HH:mm`; ISO 8601 by default. */
    format: Type.Optional(Type.String({ minLength: 1 })),
    /** Of dates without a zone of their own: an IANA name; UTC by default. */
    zone: Type.Optional(Type.String({ minLength: 1 })),
    /** Of lists: what is between two values; a comma by default. */
    separator: Type.Optional(Type.String({ minLength: 1 })),
  },
  closed,
)
export type MappedColumn = Static<typeof MappedColumn>

/** A mapping file: how the rows of a CSV file become items of the API, and back. */
export const MappingFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    encoding: Type.Optional(Type.String({ minLength: 1 })),
    /** Of all numbers of the file; a column may have another. */
    decimalMark: Type.Optional(DecimalMark),
    /** Consecutive rows with the same text in this column are one item; else those of one key. */
    groupBy: Type.Optional(Type.String({ minLength: 1 })),
    /** Values by property path, for every item. */
    constants: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    columns: Type.Optional(Type.Array(MappedColumn, { maxItems: 1_000 })),
    /** Of ready-made formats: our words for theirs, by the list's name. */
    values: Type.Optional(Type.Record(Type.String(), Texts)),
  },
  closed,
)
export type MappingFile = Static<typeof MappingFile>
