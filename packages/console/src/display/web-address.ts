/** What a carrier or a client has sent is a link only where it leads to a page. */
export function isWebAddress(text: string | null): text is string {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text)
}
