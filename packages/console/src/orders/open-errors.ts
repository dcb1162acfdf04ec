type OrderError = { status?: string | null }

/** An error that someone must look at, as `hasErrors` of the search counts them. */
export function isOpenError({ status }: OrderError): boolean {
  return status !== 'Solved' && status !== 'Deleted' && status !== 'Waiting'
}

/**
 * Whether a step has failed and is not made up for: someone must look at it, or it is tried again
 * later.
 */
export function hasFailedStep({ errors = [] }: { errors?: readonly OrderError[] }): boolean {
  return errors.some((error) => error.status === 'Waiting' || isOpenError(error))
}
