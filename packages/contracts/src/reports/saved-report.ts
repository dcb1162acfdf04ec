import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, Integer, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { decimalStyles } from './report.ts'

/** Most saved reports. */
export const SAVED_REPORTS_MAX = 100
/** Most recipients of one. */
export const REPORT_RECIPIENTS_MAX = 50
/** Most stores of one. */
const STORES_MAX = 100
export const SAVED_REPORT_BYTES_MAX = 64 * 1024
/** The runs that a response has. */
export const REPORT_RUNS_MAX = 50

export const reportPeriods = [
  'Yesterday',
  'Last7Days',
  'Last30Days',
  'LastWeek',
  'LastMonth',
  'ThisMonth',
  'LastQuarter',
  'LastYear',
] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export const scheduleFrequencies = ['Day', 'Week', 'Month'] as const
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const savedReportFormats = ['csv', 'ndjson'] as const

const every = described(Word(scheduleFrequencies), 'How often: each `Day`, `Week` or `Month`.')
const weekday = described(Word(weekdays), 'Of each week: on which day.')
const dayOfMonth = described(
  Type.Integer({ minimum: 1, maximum: 31 }),
  'Of each month: on which day; the last one where a month is shorter.',
)
const time = described(
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'must be hours and minutes from 00:00 to 23:59, such as 06:00',
  }),
  'At what time, such as `06:00`, in the accounting time zone of the settings.',
)

export const ReportScheduleRequest = Model(
  'ReportScheduleRequest',
  { every, weekday: Type.Optional(weekday), dayOfMonth: Type.Optional(dayOfMonth), time },
  'When a report is to be run.',
)
export type ReportScheduleRequest = Static<typeof ReportScheduleRequest>

export const ReportSchedule = Model(
  'ReportSchedule',
  {
    every,
    weekday: described(Nullable(Word(weekdays)), 'Of each week: on which day. Null otherwise.'),
    dayOfMonth: described(
      Nullable(Type.Integer({ minimum: 1, maximum: 31 })),
      'Of each month: on which day; the last one where a month is shorter. Null otherwise.',
    ),
    time,
  },
  'When a saved report is run.',
)
export type ReportSchedule = Static<typeof ReportSchedule>

const name = described(
  Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'must have 1 to 100 characters, not only blanks' }),
  'What people call it.',
)
const report = described(
  Type.String({ minLength: 1, maxLength: 200 }),
  'The name of the report, one of `GET /api/Reports`, or of `GET /api/Accounting/Reports` for callers who may read the ledger.',
)
const period = described(
  Word(reportPeriods),
  'Which days, counted from the day on which it is due: `Yesterday`; `Last7Days`, `Last30Days` until yesterday; the last whole week from ' +
    'Monday (`LastWeek`), month, quarter or year; `ThisMonth` until yesterday, and on the first of a month the month before.',
)
const stores = described(List(Type.String({ minLength: 1, maxLength: 200 }), STORES_MAX), 'Only these stores. Empty: all.')
const format = described(Word(savedReportFormats), 'The form of the file.')
const decimal = described(Word(decimalStyles), 'Of CSV: `comma` writes a comma before decimals and `;` between fields.')
const recipients = described(
  List(Type.String({ minLength: 1, maxLength: 254 }), REPORT_RECIPIENTS_MAX),
  'The e-mail addresses that get it. Each sees the others. Empty: none; it has a `folder` then.',
)
const folder = described(
  Nullable(
    Type.String({
      maxLength: 200,
      pattern: '^(?!(.*/)?\\.\\.?(/|$))[A-Za-z0-9_.=-]+(/[A-Za-z0-9_.=-]+)*$',
      description: 'must be names of letters, digits and _ . = - with / between them, and no name . or .. alone',
    }),
  ),
  'The folder in the bucket of reports that each file is put into, such as `shop/sales`. Null: it is not kept there.',
)

export const SavedReportRequest = Model(
  'SavedReportRequest',
  {
    name,
    report,
    period,
    stores: Type.Optional(stores),
    format: Type.Optional(described(format, 'The form of the file. `csv` by default.')),
    decimal: Type.Optional(
      described(decimal, 'Of CSV: `comma` writes a comma before decimals and `;` between fields. `point` by default.'),
    ),
    schedule: described(ReportScheduleRequest, 'When it is run.'),
    recipients: Type.Optional(recipients),
    folder: Type.Optional(folder),
    active: Type.Optional(described(Flag, 'False: it is paused. True by default.')),
  },
  'A report that is run again and again and sent.',
)
export type SavedReportRequest = Static<typeof SavedReportRequest>

export const reportRunStates = ['Waiting', 'Sending', 'Sent', 'Failed'] as const
export type ReportRunState = (typeof reportRunStates)[number]

export const SavedReportRun = Model(
  'SavedReportRun',
  {
    id: described(Text, 'The id of the run, which is also that of its e-mail.'),
    due: described(DateTime, 'When it was due. Its days are counted from then.'),
    isByHand: described(Flag, 'Whether a person has asked for it beside the schedule.'),
    state: described(
      Word(reportRunStates),
      '`Waiting` until it has run and is in its folder, `Sending` until the mail server has taken it, `Sent`, or `Failed` when it cannot be run or was tried for a day.',
    ),
    attempts: described(Integer, 'How often it was run, or sent when it has run.'),
    nextAttemptAt: described(Nullable(DateTime), 'When it is tried next. Null: it has ended.'),
    endedAt: described(Nullable(DateTime), 'When it was sent or given up. Null: it has not ended.'),
    reason: described(Nullable(Text), 'Why the last attempt failed. Null: it did not fail.'),
  },
  'One run of a saved report.',
)
export type SavedReportRun = Static<typeof SavedReportRun>

export const SavedReport = Model(
  'SavedReport',
  {
    id: described(Text, 'Given by the system.'),
    ...{ name, report, period, stores, format, decimal },
    schedule: described(ReportSchedule, 'When it is run.'),
    ...{ recipients, folder },
    active: described(Flag, 'Whether it is run by its schedule.'),
    nextRunAt: described(Nullable(DateTime), 'When it is run next. Null: it is paused.'),
    lastRun: described(Nullable(SavedReportRun), 'Its newest run. Null: there is none.'),
    created: described(DateTime, 'When it was saved.'),
    createdBy: described(Text, 'Who has saved it.'),
    modified: described(DateTime, 'When it was changed last.'),
    modifiedBy: described(Text, 'Who has changed it last.'),
    versionId: described(Text, 'Changes with every change, for `If-Match`.'),
  },
  'A report that is run again and again and sent (reports.md#saved-reports).',
)
export type SavedReport = Static<typeof SavedReport>
