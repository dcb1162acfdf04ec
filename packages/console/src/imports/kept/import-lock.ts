/**
 * Works on an import unless a window of this browser does already, so that no two send the same one
 * and none is forgotten while it is sent. Returns whether it has.
 */
export async function workAlone(id: string, work: () => Promise<void>): Promise<boolean> {
  return await navigator.locks.request(`oms-import-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await work()
    return true
  })
}
