type Ids = ReadonlySet<string>

/** The selection after one row was switched, or the rows from another one to it. */
export function toggledIds(selected: Ids, ids: readonly string[], { id, from }: { id: string; from: string | null }): Ids {
  const isOn = !selected.has(id)
  const after = new Set(selected)
  for (const one of rowsBetween(ids, id, from)) {
    if (isOn) after.add(one)
    else after.delete(one)
  }
  return after
}

/** The rows between two, both included; the row alone where the other one is not in the list. */
function rowsBetween(ids: readonly string[], id: string, from: string | null): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(id)]
  return start < 0 || end < 0 ? [id] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
