import { cursorFormat } from '@open-oms/service-kit/input/cursor'

/** The cursor of a position in the feed of changes. */
export const changeCursor = cursorFormat<number>({
  write: (position) => `changes:${position}`,
  read(text) {
    const [, digits] = /^changes:(0|[1-9]\d{0,15})$/.exec(text) ?? []
    const position = Number(digits)
    return Number.isSafeInteger(position) ? position : null
  },
  problem: 'is not a cursor of this feed',
})
