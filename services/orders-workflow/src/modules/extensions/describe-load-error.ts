/**
 * Why a module could not be loaded, in one sentence; with the line where the error says that of a
 * file in `folder` or below.
 */
export function describeLoadError(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error)
  const [message = ''] = error.message.split(/\n| Did you mean to import /)
  const places = [...(error.stack ?? '').matchAll(/(?:file:\/\/)?(\/[^\s:()]+):(\d+)/g)]
  const place = places.find(([, path = '']) => path.startsWith(`${folder}/`))
  return place === undefined ? message : `${message} (${place[1]}:${place[2]})`
}
