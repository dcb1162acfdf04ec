import { type Static, Type } from '@sinclair/typebox'
import { described, List, Model, Nullable, Text, Word } from '../primitives.ts'

/** Most files of one request: as many as a configuration may have. */
export const TEMPLATE_FILES_MAX = 1_000
const FILE_LENGTH_MAX = 65_536

/**
 * A template as it is in the configuration folder, or would be there (templates.md#template-files).
 */
export const TemplateFile = Model(
  'TemplateFile',
  {
    path: described(
      Type.String({ minLength: 1, maxLength: 300, description: 'must have 1 to 300 characters' }),
      'Its path in the configuration folder, such as `templates/shipped/en.text.liquid`.',
    ),
    text: described(
      Type.String({ maxLength: FILE_LENGTH_MAX, description: `must have at most ${FILE_LENGTH_MAX} characters` }),
      'Its Liquid source.',
    ),
  },
  'A template as it is in the configuration folder, or would be there.',
)
export type TemplateFile = Static<typeof TemplateFile>

export const templateOrigins = ['Tenant', 'BuiltIn'] as const

export const TemplateEntry = Model(
  'TemplateEntry',
  {
    name: described(Text, 'Name of the message or document; `partials` for a piece of others.'),
    language: described(Nullable(Text), 'The language tag, or `any`. Null for a piece.'),
    part: described(Nullable(Text), '`subject`, `text`, `html`, `sms` or `pdf`; null for a piece.'),
    origin: described(
      Word(templateOrigins),
      'Whether it is of the tenant or built in. One of the tenant replaces the built-in one.',
    ),
    path: described(Text, 'Its path in the configuration folder; of a built-in one the path under which a tenant replaces it.'),
    text: described(Text, 'Its Liquid source.'),
  },
  'A template, or a piece that templates render.',
)
export const TemplateList = Model(
  'TemplateList',
  { result: described(List(TemplateEntry, 2 * TEMPLATE_FILES_MAX), 'The templates of the tenant and the built-in ones.') },
  'All templates.',
)
export type TemplateList = Static<typeof TemplateList>

/** What is wrong with a template (templates.md#template-check). */
export const TemplateProblem = Model(
  'TemplateProblem',
  {
    file: described(Text, 'The path of the template.'),
    place: described(Text, 'Line and column, where they are known.'),
    reason: described(Text, 'What is wrong, for people.'),
  },
  'What is wrong with a template.',
)
export type TemplateProblem = Static<typeof TemplateProblem>
export const TemplateProblems = Model(
  'TemplateProblems',
  {
    problems: described(List(TemplateProblem, 10 * TEMPLATE_FILES_MAX), 'Every problem. Empty: the templates would be accepted.'),
  },
  'The result of a check.',
)
export type TemplateProblems = Static<typeof TemplateProblems>

/** The templates to be checked; without them those in force. */
export const TemplateCheckRequest = Model(
  'TemplateCheckRequest',
  {
    files: described(
      Nullable(List(TemplateFile, TEMPLATE_FILES_MAX)),
      'The templates to be checked. Null or absent: those in force.',
    ),
  },
  'Which templates to check.',
)
export type TemplateCheckRequest = Static<typeof TemplateCheckRequest>

/** What a message or document is previewed with (templates.md#preview). */
export const TemplatePreviewRequest = Model(
  'TemplatePreviewRequest',
  {
    orderId: described(Nullable(Text), 'The order to render with. Null or absent: an order that exists nowhere.'),
    shipmentId: described(Nullable(Text), 'Limits a document to this shipment of the order.'),
    marketId: described(Nullable(Text), 'The market whose language holds; null or absent: that of the order.'),
    files: described(
      Nullable(List(TemplateFile, TEMPLATE_FILES_MAX)),
      'Templates to try instead of those of the tenant in force.',
    ),
  },
  'What a message or document is previewed with.',
)
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>

export const TemplatePreview = Model(
  'TemplatePreview',
  {
    name: described(Text, 'The name of the message or document.'),
    subject: described(Nullable(Text), 'The subject of the mail.'),
    text: described(Nullable(Text), 'The text of the mail.'),
    html: described(Nullable(Text), 'The HTML of the mail; the logo is in it as a data address.'),
    sms: described(Nullable(Text), 'The text of the SMS.'),
    pdf: described(Nullable(Text), 'The PDF in Base64.'),
    problems: described(
      List(TemplateProblem, 10 * TEMPLATE_FILES_MAX),
      'Problems of the given files, with which nothing is rendered, or templates that failed with this order.',
    ),
  },
  'A rendered message or document; what it does not have is null.',
)
export type TemplatePreview = Static<typeof TemplatePreview>
