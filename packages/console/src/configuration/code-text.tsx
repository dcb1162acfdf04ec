type CodeProps = {
  code: string
  /** What people call it. */
  name: string
}

/** A status or store as people call it; who works with the API sees its code beside the pointer. */
export function CodeText({ code, name }: CodeProps) {
  return <span title={name === code ? undefined : code}>{name}</span>
}
