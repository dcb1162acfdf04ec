/** `Act`: someone must do something now. `Watch`: it may pass, or grow. */
export type Severity = 'Act' | 'Watch'

/** Something about the system that is not as it should be. */
export type Finding = {
  severity: Severity
  /** A word that scripts may look for. */
  code: string
  /** Which part of the system: a service, `postgres`, `nats`, `disk`, `workflow` … */
  part: string
  sentence: string
  /** What to do about it. */
  remedy: string
  /** The page of docs that has the steps. */
  page: string
}

/** A part of the system as it was found. */
export type Part = {
  name: string
  isHealthy: boolean
  /** What is known of it: version, configuration, counts. */
  facts: Readonly<Record<string, string | number | null>>
}

export type Examination = { parts: Part[]; findings: Finding[] }

/** What several examinations found, in their order. */
export function joined(examined: readonly Examination[]): Examination {
  return { parts: examined.flatMap(({ parts }) => parts), findings: examined.flatMap(({ findings }) => findings) }
}

/** The examination of a part that could not be reached. */
export function unreachablePart(name: string, reason: string, { remedy, page }: Pick<Finding, 'remedy' | 'page'>): Examination {
  return {
    parts: [{ name, isHealthy: false, facts: {} }],
    findings: [
      { severity: 'Act', code: 'PartUnreachable', part: name, sentence: `${name} cannot be reached: ${reason}.`, remedy, page },
    ],
  }
}
