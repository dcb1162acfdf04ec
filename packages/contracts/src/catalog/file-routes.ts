import { Type } from '@sinclair/typebox'
import { defineRoute, ErrorBody } from '../route.ts'

const file = Type.String({ contentMediaType: '*/*', description: 'The file, under its own content type.' })

const assetFile = {
  url: '/assets/:assetId/:fileName',
  description:
    'Returns `ETag`, and 206 or 416 to `Range`, 304 to `If-None-Match`. A url with a version may be kept forever; without one it leads to the newest ' +
    'content. Previews are WebP that fit into a square; of what is no raster image there are none (404). Raster images and plain ' +
    'text come inline, everything else as an attachment; all of it in a sandbox.',
  tags: ['Files'],
  access: 'public',
  requestHeaders: ['Range', 'If-Range', 'If-None-Match'],
  headers: ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'ETag'],
  params: Type.Object({
    assetId: Type.String({ description: 'The id of the asset.' }),
    fileName: Type.String({ description: 'The name of the file, as `url` has it.' }),
  }),
  query: Type.Object({
    v: Type.Optional(Type.String({ description: 'The version of the content, as `url` has it.' })),
    size: Type.Optional(Type.String({ description: 'Edge of the preview in pixels: 160 or 640.' })),
  }),
} as const

/** `url` of an asset leads here. */
export const getAssetFile = defineRoute({
  ...assetFile,
  method: 'GET',
  operationId: 'getAssetFile',
  summary: 'Reads the file of an asset, or a preview of it. Needs no token.',
  responses: { 200: file, 206: file, 304: null, 416: ErrorBody },
})

export const headAssetFile = defineRoute({
  ...assetFile,
  method: 'HEAD',
  operationId: 'headAssetFile',
  summary: 'Returns the headers of the file of an asset, or of a preview of it.',
  responses: { 200: null, 206: null, 304: null, 416: ErrorBody },
})

/** Every route of stored files. HEAD first: after GET there would be one already. */
export const fileRoutes = [headAssetFile, getAssetFile] as const
