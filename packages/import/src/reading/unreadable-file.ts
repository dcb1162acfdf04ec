import { type Reason, type ReasonName, type ReasonValues, refused } from './reasons.ts'

/** A file that cannot be read on from some line; what follows that line is unknown. */
export class UnreadableFile extends Error {
  /** Counted from 1; of a JSON list the number of the item. */
  readonly line: number
  readonly named: Reason

  constructor(line: number, name: ReasonName, values: ReasonValues = {}) {
    super(refused(name, values).reason)
    this.name = 'UnreadableFile'
    this.line = line
    this.named = { name, values }
  }
}
