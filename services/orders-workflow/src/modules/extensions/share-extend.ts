import { registerHooks } from 'node:module'

let isShared = false
const EXTEND = /^@open-oms\/extend(\/|$)/

/**
 * Lets modules import `@open-oms/extend` without having it installed beside them: they get that of
 * this process then (extensions.md#loading). What is installed beside them comes first.
 */
export function shareExtend(): void {
  if (isShared) return
  isShared = true
  registerHooks({
    resolve(specifier, context, next) {
      if (!EXTEND.test(specifier)) return next(specifier, context)
      try {
        return next(specifier, context)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}
