import { Type } from '@sinclair/typebox'
import { described, InputModel } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import {
  TemplateCheckRequest,
  TemplateList,
  TemplatePreview,
  TemplatePreviewRequest,
  TemplateProblems,
} from '../../templates/templates.ts'

const FILES_BYTES_MAX = 8 * 1_024 * 1_024

export const listTemplates = defineRoute({
  method: 'GET',
  url: '/api/Templates',
  operationId: 'listTemplates',
  summary: 'Lists the templates of mails, SMS and documents: those of the tenant and the built-in ones.',
  description: 'A template of the tenant replaces the built-in one of the same name and part.',
  tags: ['Templates'],
  access: ['OrderRead'],
  responses: { 200: TemplateList },
})

export const checkTemplates = defineRoute({
  method: 'POST',
  url: '/api/Templates/Check',
  operationId: 'checkTemplates',
  summary: 'Checks templates as the start and a reload of the service do. Nothing is stored.',
  description:
    'Returns every problem with file, place and reason; an empty list: the templates would be accepted. Without `files` those in force are checked. ' +
    'Each is rendered with an order that has everything and with one that has nothing. `files` are for clients of all stores, and ' +
    'tried one request at a time; what takes longer than 10 s is 422 `TemplateFailed`.',
  tags: ['Templates'],
  access: ['OrderAdmin'],
  body: InputModel(TemplateCheckRequest, [], 'TemplateCheckRequest'),
  bodyLimit: FILES_BYTES_MAX,
  responses: { 200: TemplateProblems },
  rateLimit: 'templates',
})

export const previewTemplate = defineRoute({
  method: 'POST',
  url: '/api/Templates/:name/Preview',
  operationId: 'previewTemplate',
  summary: 'Renders a message or a document with an order, or with an order that exists nowhere. Nothing is sent.',
  description:
    '`files` are templates to try instead of those of the tenant. Unknown name: 404 `TemplateNotFound`. Unknown order or ' +
    'shipment: 404. Unknown market: 400.',
  tags: ['Templates'],
  access: ['OrderAdmin'],
  params: Type.Object({ name: described(Type.String(), 'The name of a message or document, such as `shipped` or `invoice`.') }),
  body: InputModel(TemplatePreviewRequest, [], 'TemplatePreviewRequest'),
  bodyLimit: FILES_BYTES_MAX,
  responses: { 200: TemplatePreview },
  rateLimit: 'templates',
})

/** Every route about templates. */
export const templatesRoutes = [listTemplates, checkTemplates, previewTemplate] as const
