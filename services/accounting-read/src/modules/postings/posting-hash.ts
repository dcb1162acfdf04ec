import { createHash } from 'node:crypto'
import { chainText, joinPostingText, type PostingIdentity, postingText } from './domain/canonical-text.ts'
import type { PostingContent } from './domain/posting-content.ts'

/** The last posting in the chain of a company; number 0 and '' before the first. */
export type ChainEnd = { number: number; value: string }
/** A posting's link in the chain of its company. */
export type ChainLink = { number: number; previousValue: string; value: string }

/** The hash of what a posting books: SHA-256 in hex (ledger.md#posting-hash). */
export function hashPosting(content: PostingContent): string {
  return sha256(postingText(content))
}

/** The same hash from the canonical texts of the lines, with commas between them. */
export function hashOfTexts(identity: PostingIdentity, lineTexts: string): string {
  return sha256(joinPostingText(identity, lineTexts))
}

/**
 * The link of a posting that is added after the last one of its company (ledger.md#posting-hash).
 */
export function nextLink(last: ChainEnd, posting: { id: string; hash: string }): ChainLink {
  return { number: last.number + 1, previousValue: last.value, value: sha256(chainText(last.value, posting)) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
