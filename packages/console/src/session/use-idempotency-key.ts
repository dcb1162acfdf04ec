import { useRef } from 'react'

/**
 * The same key for the same content: who sends it again after a lost connection does nothing twice.
 */
export function useIdempotencyKey(): (content: string) => string {
  const sent = useRef({ content: '', key: '' })
  return (content) => {
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    return sent.current.key
  }
}
