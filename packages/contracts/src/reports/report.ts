import { type Static, Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, described, Flag, List, Model, Nullable, Text, Word } from '../primitives.ts'

/**
 * What a column of a report has: words, a day, a time, a count, a number, or an amount in the
 * currency of the row.
 */
export const reportColumnTypes = ['Text', 'Date', 'Time', 'Integer', 'Number', 'Amount'] as const
export type ReportColumnType = (typeof reportColumnTypes)[number]

export const reportFormats = ['json', 'ndjson', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const decimalStyles = ['point', 'comma'] as const
export type DecimalStyle = (typeof decimalStyles)[number]

/** Most rows of the JSON form, which is for looking at. */
export const REPORT_ROWS_MAX = 1_000
export const REPORT_ROWS_DEFAULT = 100

export const ReportText = Model(
  'ReportText',
  { en: described(Text, 'In English.'), nb: described(Text, 'In Norwegian (bokmål).') },
  'A text for people by language.',
)
export type ReportText = Static<typeof ReportText>

export const ReportColumn = Model(
  'ReportColumn',
  {
    name: described(Text, 'Names the column in files.'),
    type: described(
      Word(reportColumnTypes),
      '`Text`, `Date` (2026-01-31), `Time` (ISO 8601, UTC), `Integer`, `Number`, or `Amount` in the currency of the row.',
    ),
    label: described(ReportText, 'What pages call it.'),
  },
  'A column of a report.',
)
export type ReportColumn = Static<typeof ReportColumn>

export const Report = Model(
  'Report',
  {
    name: described(Text, 'Names the report in addresses and commands.'),
    label: described(ReportText, 'What pages call it.'),
    description: described(ReportText, 'What it shows.'),
    columns: described(List(ReportColumn), 'Its columns in order.'),
    hasPeriod: described(Flag, 'Whether it is of a period; false: of what is now, whatever `from` and `to` say.'),
    hasStores: described(Flag, 'Whether it can be limited to stores; false: callers who are limited to some cannot run it.'),
  },
  'A report that can be run.',
)
export type Report = Static<typeof Report>

export const ReportResult = Model(
  'ReportResult',
  {
    name: described(Text, 'The report.'),
    from: described(Text, 'The first day of the period, such as `2026-01-01`.'),
    to: described(Text, 'The last day of the period.'),
    timeZone: described(Text, 'The zone whose days they are.'),
    columns: described(List(ReportColumn), 'The columns in order.'),
    rows: described(
      Type.Array(Type.Record(Type.String(), Nullable(Text))),
      'The first rows: each has the text of each column by its name. Numbers are decimal text, such as `12.5`.',
    ),
    hasMore: described(Flag, 'Whether there are more rows; files have all of them.'),
  },
  'The first rows of a report.',
)
export type ReportResult = Static<typeof ReportResult>

/** What a report is run with. */
export const ReportQuery = Type.Object({
  from: described(Type.Optional(DateTime), 'The first day of the period; 30 days before the last one when absent.'),
  to: described(Type.Optional(DateTimeUpTo), 'The last day of the period, which is included; today when absent.'),
  storeId: described(Type.Optional(Text), 'Only this store. Absent: all stores of the caller.'),
  format: described(
    Type.Optional(Word(reportFormats)),
    '`csv` and `ndjson` are files of any length, `json` (the default) has the first rows.',
  ),
  decimal: described(
    Type.Optional(Word(decimalStyles)),
    'Of CSV: `comma` writes a comma before decimals and `;` between fields, as spreadsheets of most of Europe expect it.',
  ),
  take: described(
    Type.Optional(Type.Integer({ minimum: 1, maximum: REPORT_ROWS_MAX, default: REPORT_ROWS_DEFAULT })),
    'Of JSON: how many rows at most.',
  ),
})
export type ReportQuery = Static<typeof ReportQuery>
