import { DomainError } from '@oms/contracts/errors'

/**
 * An address that may not be fetched; the message does not reveal what is there
 * (assets.md#download-addresses).
 */
export function urlNotAllowed(): DomainError {
  return new DomainError('AssetUrlNotAllowed', 'Files may not be downloaded from this address.')
}

/** A download that failed; `reason` is the rest of a sentence about it: `took too long`. */
export function downloadFailed(reason: string): DomainError {
  return new DomainError('AssetDownloadFailed', `The file could not be downloaded: it ${reason}.`)
}
