import { type Static, Type } from '@sinclair/typebox'
import { List, Model, Nullable, Text, Word } from '../primitives.ts'

/** Most files of one request: as many as a configuration may have. */
export const TEMPLATE_FILES_MAX = 1_000
const FILE_LENGTH_MAX = 65_536

/** A template as it stands in the configuration folder, or would (templates.md#template-files). */
export const TemplateFile = Model('TemplateFile', {
  path: Type.String({ minLength: 1, maxLength: 300, description: 'must have 1 to 300 characters' }),
  text: Type.String({ maxLength: FILE_LENGTH_MAX, description: `must have at most ${FILE_LENGTH_MAX} characters` }),
})
export type TemplateFile = Static<typeof TemplateFile>

export const templateOrigins = ['Tenant', 'BuiltIn'] as const

/** A template in force. */
export const TemplateEntry = Model('TemplateEntry', {
  /** Name of the message or document; `partials` for a piece of others. */
  name: Text,
  /** Null for a piece. */
  language: Nullable(Text),
  /** subject, text, html, sms or pdf; null for a piece. */
  part: Nullable(Text),
  origin: Word(templateOrigins),
  path: Text,
  text: Text,
})
export const TemplateList = Model('TemplateList', { result: List(TemplateEntry, 2 * TEMPLATE_FILES_MAX) })
export type TemplateList = Static<typeof TemplateList>

/** What is wrong with a template (templates.md#template-check). */
export const TemplateProblem = Model('TemplateProblem', {
  file: Text,
  /** Line and column, where they are known. */
  place: Text,
  reason: Text,
})
export type TemplateProblem = Static<typeof TemplateProblem>
export const TemplateProblems = Model('TemplateProblems', { problems: List(TemplateProblem, 10 * TEMPLATE_FILES_MAX) })
export type TemplateProblems = Static<typeof TemplateProblems>

/** The templates to be checked; without them those in force. */
export const TemplateCheckRequest = Model('TemplateCheckRequest', { files: Nullable(List(TemplateFile, TEMPLATE_FILES_MAX)) })
export type TemplateCheckRequest = Static<typeof TemplateCheckRequest>

/** What a message or document is previewed with (templates.md#preview). */
export const TemplatePreviewRequest = Model('TemplatePreviewRequest', {
  /** Null: an order that exists nowhere. */
  orderId: Nullable(Text),
  /** Limits a document to this shipment. */
  shipmentId: Nullable(Text),
  /** The market whose language holds; null: the order's. */
  marketId: Nullable(Text),
  /** Instead of the templates of the tenant in force. */
  files: Nullable(List(TemplateFile, TEMPLATE_FILES_MAX)),
})
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>

/** A rendered message or document; what it does not have is null. */
export const TemplatePreview = Model('TemplatePreview', {
  name: Text,
  subject: Nullable(Text),
  text: Nullable(Text),
  /** The logo is in it as a data address. */
  html: Nullable(Text),
  sms: Nullable(Text),
  /** The PDF in Base64. */
  pdf: Nullable(Text),
  /** Of the given files, or templates that failed with this order; with problems of files nothing is rendered. */
  problems: List(TemplateProblem, 10 * TEMPLATE_FILES_MAX),
})
export type TemplatePreview = Static<typeof TemplatePreview>
