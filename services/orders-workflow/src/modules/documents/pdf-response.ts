import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { create } from 'content-disposition'
import { printableLines } from './domain/document-text.ts'

export type OrderPdf = {
  bytes: Uint8Array
  /** Value of `Content-Disposition`. */
  disposition: string
}

/** Longest part of a file name. */
const NAME_MAX = 100

/**
 * The file name of a PDF by what it is of. Characters that file systems refuse become dashes;
 * non-ASCII ones are encoded by RFC 6266.
 */
export function contentDisposition(parts: readonly (string | null)[]): string {
  const name = printableLines(parts, NAME_MAX).join('-')
  const file = `${name.replace(/[\p{Cf}\\/:*?"<>|%]/gu, '-')}.pdf`
  return create(file, { type: 'inline', fallback: file.replace(/[^\w.-]+/g, '_') })
}

/** The response with a PDF, which no cache keeps. */
export function pdfResponse({ bytes, disposition }: OrderPdf): RouteResponse {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': disposition, 'cache-control': 'private, no-store' }
  return { body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), headers }
}
