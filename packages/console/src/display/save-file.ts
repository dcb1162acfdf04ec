/** Gives the person a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** A name that every system takes for a file, of a text that may have anything in it. */
export function fileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100)
}
