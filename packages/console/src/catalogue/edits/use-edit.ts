import { isApiError } from '@open-oms/client/errors'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { changedFields, type Fields, type FieldValue, type Merge, mergeEdits } from './merge-edits.ts'
import { useSaved } from './use-saved.ts'

/** What a person edits, as they saw it; `version` is whatever a write needs to know of it. */
export type Seen<F extends Fields, V> = { fields: F; version: V; modifiedBy: string | null }

type EditOptions<F extends Fields, V> = {
  seen: Seen<F, V>
  /** Saves upon the version that was seen. Raises `VersionConflict` when there is another one. */
  save: (changes: Partial<F>, version: V) => Promise<unknown>
  /** Reads how it is now. */
  read: () => Promise<Seen<F, V>>
  onDone: () => void
}

export type Edit<F extends Fields> = {
  values: F
  change: (field: keyof F & string, value: FieldValue) => void
  isChanged: boolean
  /** What another one has saved meanwhile, and by whom; null when nobody has. */
  conflict: (Merge<F> & { by: string | null }) | null
  submit: () => void
  isPending: boolean
  error: Error | null
}

/**
 * A form over fields that others may change meanwhile: then nothing is lost, and the person decides
 * before it is saved again.
 */
export function useEdit<F extends Fields, V>({ seen, save, read, onDone }: EditOptions<F, V>): Edit<F> {
  const onSaved = useSaved(onDone)
  const [known, setKnown] = useState(seen)
  const [values, setValues] = useState(seen.fields)
  const [conflict, setConflict] = useState<Edit<F>['conflict']>(null)
  const changes = changedFields(known.fields, values)
  const write = useMutation({
    mutationFn: async (): Promise<Seen<F, V> | null> => {
      try {
        await save(changes, known.version)
        return null
      } catch (error) {
        if (!isApiError(error, 'VersionConflict')) throw error
        return await read()
      }
    },
    onSuccess: (now) => {
      if (now === null) return onSaved()
      const merge = mergeEdits({ base: known.fields, mine: values, theirs: now.fields })
      // Everything is there already: the response to an earlier try was lost.
      if (merge.taken.length === 0 && Object.keys(changedFields(now.fields, values)).length === 0) return onSaved()
      setKnown(now)
      setValues(merge.values)
      setConflict({ ...merge, by: now.modifiedBy })
    },
  })
  useKeepOpen(write.isPending)
  return {
    values,
    change: (field, value) => setValues({ ...values, [field]: value }),
    isChanged: Object.keys(changes).length > 0,
    conflict,
    submit: () => write.mutate(),
    isPending: write.isPending,
    error: write.error,
  }
}
