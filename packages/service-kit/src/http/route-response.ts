/** JSON that is serialised already, such as a stored document: it is sent as it is. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The result of a route handler, from which the kit makes the HTTP response. */
export type RouteResponse = {
  /** The contract's first 2xx by default. */
  status?: number
  /**
   * Becomes JSON, unless it is `JsonText`, a stream (of JSON unless `headers` say otherwise; it
   * should not begin before it is read), or `headers` name another content type (then text or
   * bytes, sent as it is). Streams are not kept for repeats of a keyed request.
   */
  body?: unknown
  headers?: Record<string, string | string[]>
  /**
   * The version id of the one resource that the body carries; becomes `ETag` (http.md#entity-tags).
   */
  version?: string
  /**
   * The orders of the body have their empty fields, whatever the client prefers, on a route that
   * can leave them out (http.md#sparse-responses).
   */
  isWhole?: boolean
}

/** The response that carries a stored document with its version. */
export function documentResponse({ document, versionId }: { document: string; versionId: string }): RouteResponse {
  return { body: new JsonText(document), version: versionId }
}
