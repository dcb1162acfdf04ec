/** Deletes the oldest entry of a memory that has grown beyond `max` entries. */
export function dropOldest(memory: Map<string, unknown>, max: number): void {
  const [oldest] = memory.keys()
  if (oldest !== undefined && memory.size > max) memory.delete(oldest)
}
