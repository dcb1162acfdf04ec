import type { Readable } from 'node:stream'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import { type PreviewSize, previewSizes } from '../previews/make-previews.ts'

/** A file on this machine to store. */
export type FileToStore = {
  path: string
  /** In bytes. */
  length: number
  contentType: string
}

/** First and last byte, both included, as in HTTP. Both are inside of the file. */
export type ByteRange = { start: number; end: number }

export type ListedFile = { key: string; length: number; modified: Date }

/**
 * Where the content of assets is kept: a folder or a bucket. What a store holds under a key never
 * changes: keys are made from the content. A key that is not of that form is refused with an
 * invariant; a store that cannot be reached is `Unavailable`.
 */
export type FileStore = {
  /** For people: `fs:/data/assets`, `s3:bucket`. */
  name: string
  /**
   * Throws, with a message for people, when the store cannot be used at all, such as a bucket that
   * does not exist.
   */
  check(): Promise<void>
  /** Stores the file whole or not at all, and durably. Storing it again does no harm. */
  put(key: string, file: FileToStore): Promise<void>
  /**
   * The content or a part of it; null when it is not there. The caller reads the stream to its end
   * or destroys it.
   */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  exists(key: string): Promise<{ length: number } | null>
  /** Removes the file, if it exists. */
  remove(key: string): Promise<void>
  /**
   * Every file whose key begins with the prefix, or every file. What is put or removed meanwhile
   * may be there or not.
   */
  list(prefix?: string): AsyncIterable<ListedFile>
  /** Removes what unfinished writes left before that time. Returns how many. */
  removeUnfinished(before: Date): Promise<number>
  /** Closes the connections. */
  close(): void
}

const keyForm = /^[0-9a-f]{64}(\.(160|640)\.webp)?$/

/** The key of a file is the SHA-256 of its content in lower-case hex. */
export function previewKey(sha256: string, size: PreviewSize): string {
  return `${sha256}.${size}.webp`
}

export function isFileKey(text: string): boolean {
  return keyForm.test(text)
}

/** The SHA-256 of the file of a key, or of the file whose preview it is. */
export function contentHash(key: string): string {
  return key.slice(0, 64)
}

/**
 * Everything that may be stored of a content. The content itself is first, so that it is removed
 * before its previews.
 */
export function contentKeys(sha256: string): string[] {
  return [sha256, ...previewSizes.map((size) => previewKey(sha256, size))]
}

/** A key of another form could be a path to somewhere else. */
export function checkKey(key: string): void {
  invariant(isFileKey(key), 'a key of the file store is a SHA-256, or that of a preview')
}

/** What the API says when the store cannot be used. */
export function storeUnavailable(cause: unknown): DomainError {
  const error = new DomainError('Unavailable', 'The file store cannot be used at the moment.', { retryAfterSeconds: 5 })
  error.cause = cause
  return error
}
