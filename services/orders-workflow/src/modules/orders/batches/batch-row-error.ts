import { DomainError } from '@oms/contracts/errors'

/** The failure of one row, which leaves the whole batch unwritten. */
export class BatchRowError extends DomainError {
  /** Counted from 0. */
  readonly index: number
  /** The failure itself; its paths are those inside of the row. */
  readonly failure: DomainError

  constructor(index: number, failure: DomainError) {
    super(failure.code, failure.message, failure.details)
    this.name = 'BatchRowError'
    this.index = index
    this.failure = failure
  }
}
