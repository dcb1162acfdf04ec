import { DomainError } from '@open-oms/contracts/errors'

/** The failure of one intent, which also cancels the writes grouped with it. */
export class RefusedIntent extends DomainError {
  /** Its position, counted from 0. */
  readonly index: number
  /** The failure itself; its paths are those inside of the row. */
  readonly failure: DomainError

  constructor(index: number, failure: DomainError) {
    super(failure.code, failure.message, failure.details)
    this.name = 'RefusedIntent'
    this.index = index
    this.failure = failure
  }
}
