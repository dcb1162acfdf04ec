type StatusProps = {
  status: string
  /** What people call it. */
  name: string
}

/** A status as people call it; who works with the API sees its code beside the pointer. */
export function StatusText({ status, name }: StatusProps) {
  return <span title={name === status ? undefined : status}>{name}</span>
}
