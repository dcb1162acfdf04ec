/** The longest processor time, in milliseconds, for which the work blocked the event loop. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!isOver) lookNextTurn()
  }
  // With a reference the loop would turn without a pause, and take the processor from what the work
  // waits for.
  const lookNextTurn = () => void setImmediate(look).unref()
  lookNextTurn()
  await work()
  isOver = true
  look()
  return longest
}
