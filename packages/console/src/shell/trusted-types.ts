/**
 * What a script may make of text, where the browser has Trusted Types (security.md#console). The
 * components write the rules of their style elements as HTML: text without a tag passes, and
 * nothing else does, whoever writes it.
 */
import { createPolicy } from './trusted-policy.ts'

createPolicy('default', { createHTML: (html) => (html.includes('<') ? null : html) })
