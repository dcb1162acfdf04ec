// Preloaded by the processes of a system that the audit log costs nothing: what records is replaced
// by what does not. There is no such switch in the product.
import { registerHooks } from 'node:module'

const replaced = ['/service-kit/src/audit/audit-trail.ts', '/order/rules/audit/audited-changes.ts']
const replacement = new URL('no-audit.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    return replaced.some((path) => found.url.endsWith(path)) ? { ...found, url: replacement } : found
  },
})
