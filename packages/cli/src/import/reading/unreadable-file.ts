/** A file that cannot be read on from some place; what follows that place is unknown. */
export class UnreadableFile extends Error {
  /** Counted from 1; 0 where the place is unknown. */
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'UnreadableFile'
    this.line = line
  }
}
