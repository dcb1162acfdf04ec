import { type Edit, type FieldName, fieldNames, hasSameTags } from './order-edit.ts'

/** A field of an order as it was, as another one has left it, and as the person wants it. */
export type Difference<Value> = { base: Value; theirs: Value; mine: Value }

/** Who has changed a field. `both`: to different values; someone has to choose. */
export type ChangedBy = 'theirs' | 'mine' | 'both'
export type FieldDifference = Difference<string> & { name: FieldName; changedBy: ChangedBy }

export type Merge = {
  /** The fields that someone has changed, in the order of the form. */
  differences: readonly FieldDifference[]
  /** Null: nobody has changed them. */
  tags: Difference<readonly string[]> | null
  isPriority: Difference<boolean> | null
}

/** What two people have changed of the same order. */
export function compareEdits({ base, theirs, mine }: Difference<Edit>): Merge {
  return {
    differences: fieldNames.flatMap((name) => {
      const one = { base: base.fields[name], theirs: theirs.fields[name], mine: mine.fields[name] }
      const changedBy = findChangedBy(one)
      return changedBy === null ? [] : [{ ...one, name, changedBy }]
    }),
    tags:
      hasSameTags(base.tags, theirs.tags) && hasSameTags(base.tags, mine.tags)
        ? null
        : { base: base.tags, theirs: theirs.tags, mine: mine.tags },
    isPriority:
      base.isPriority === theirs.isPriority && base.isPriority === mine.isPriority
        ? null
        : { base: base.isPriority, theirs: theirs.isPriority, mine: mine.isPriority },
  }
}

function findChangedBy({ base, theirs, mine }: Difference<string>): ChangedBy | null {
  if (theirs === mine) return theirs === base ? null : 'theirs'
  if (mine === base) return 'theirs'
  return theirs === base ? 'mine' : 'both'
}

/** What a person has chosen for the fields that both have changed. */
export type Choices = Readonly<Partial<Record<FieldName, 'theirs' | 'mine'>>>

/** Whether every field that both have changed has a choice. */
export function isDecided({ differences }: Merge, choices: Choices): boolean {
  return differences.every(({ name, changedBy }) => changedBy !== 'both' || choices[name] !== undefined)
}

/**
 * Both edits in one: theirs with what the person has changed, and the chosen value where both have
 * changed a field.
 */
export function mergedEdit({ base, theirs, mine }: Difference<Edit>, choices: Choices): Edit {
  const { differences } = compareEdits({ base, theirs, mine })
  const kept = differences.filter(({ name, changedBy }) => (changedBy === 'both' ? choices[name] : changedBy) === 'mine')
  const keptFields = Object.fromEntries(kept.map(({ name }) => [name, mine.fields[name]]))
  return {
    fields: { ...theirs.fields, ...keptFields },
    tags: mergedTags({ base: base.tags, theirs: theirs.tags, mine: mine.tags }),
    // Of two values only one is another than the first: both cannot have changed it to different
    // ones.
    isPriority: mine.isPriority === base.isPriority ? theirs.isPriority : mine.isPriority,
  }
}

/** All tags that either has added or left, without those that either has removed. */
export function mergedTags({ base, theirs, mine }: Difference<readonly string[]>): string[] {
  const removed = base.filter((tag) => !mine.includes(tag))
  const added = mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag))
  return [...theirs.filter((tag) => !removed.includes(tag)), ...added]
}
