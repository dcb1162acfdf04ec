type Rules = { createHTML?: (html: string) => string | null; createScriptURL?: (url: string) => string | null }
type Policy = { createScriptURL: (url: string) => string }

/**
 * Makes a policy that the Content-Security-Policy of the page names, once for each name; null where
 * the browser has no Trusted Types and takes plain text.
 */
export function createPolicy(name: string, rules: Rules): Policy | null {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy } }
  return trustedTypes?.createPolicy(name, rules) ?? null
}
