import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import { isClosedError, WAITING } from './entity-errors.ts'

/**
 * The errors that a client sent, with the statuses that it may give them
 * (workflow.md#step-errors); the same list when it may give all. A client may close an error of a
 * step that is not closed. It neither reopens one nor makes it wait: a copy of the order that is
 * older than the end of a run would otherwise hide its error, and nobody would be left to end that.
 */
export function withErrorStatuses(sent: EntityError[], stored: readonly EntityError[]): EntityError[] {
  const errors = sent.map((error) => (stored.includes(error) ? error : withStatus(error, findStoredError(error, stored))))
  return errors.some((error, index) => error !== sent[index]) ? errors : sent
}

function withStatus(error: EntityError, known: EntityError | undefined): EntityError {
  if (known === undefined) return error.status === WAITING ? { ...error, status: null } : error
  const isKept = isClosedError(known) || error.status === WAITING || (known.status === WAITING && !isClosedError(error))
  if (!isKept) return error
  const { status, solved = null, solvedBy = null } = known
  const isSame = error.status === status && (error.solved ?? null) === solved && (error.solvedBy ?? null) === solvedBy
  return isSame ? error : { ...error, status, solved, solvedBy }
}

/** A step may have left several in a run: those that are closed, and after them one that is not. */
function findStoredError(
  { referenceId, stepId, occurred }: EntityError,
  stored: readonly EntityError[],
): EntityError | undefined {
  if (!referenceId || !stepId) return undefined
  const ofStep = stored.filter((error) => error.referenceId === referenceId && error.stepId === stepId)
  return ofStep.find((error) => error.occurred === occurred) ?? ofStep.at(-1)
}
