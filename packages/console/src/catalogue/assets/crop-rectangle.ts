export type Size = { width: number; height: number }
/** A part of a picture, in its own pixels. */
export type Rectangle = Size & { x: number; y: number }
export type Corner = 'nw' | 'ne' | 'sw' | 'se'

/** The smallest edge of a part. */
const EDGE_MIN = 16

/** Width over height; null for any. */
export const ratios = { free: null, square: 1, landscape: 4 / 3, portrait: 3 / 4, wide: 16 / 9 } as const
export type RatioName = keyof typeof ratios

/** The largest part of a picture with a ratio, in its middle. */
export function largestPart({ width, height }: Size, ratio: number | null): Rectangle {
  const part =
    ratio === null ? { width, height } : { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
  return whole({ x: (width - part.width) / 2, y: (height - part.height) / 2, ...part }, { width, height })
}

/** A part at another place, inside of the picture. */
export function moved(part: Rectangle, { x, y }: { x: number; y: number }, size: Size): Rectangle {
  return whole(
    { ...part, x: clamp(part.x + x, 0, size.width - part.width), y: clamp(part.y + y, 0, size.height - part.height) },
    size,
  )
}

/** A part of which one corner is moved, while the opposite one stays where it is. */
export function resized(
  part: Rectangle,
  { corner, x, y, ratio }: { corner: Corner; x: number; y: number; ratio: number | null },
  size: Size,
): Rectangle {
  const isWest = corner.endsWith('w')
  const isNorth = corner.startsWith('n')
  const right = part.x + part.width
  const bottom = part.y + part.height
  const most = { width: isWest ? right : size.width - part.x, height: isNorth ? bottom : size.height - part.y }
  const wanted = { width: part.width + (isWest ? -x : x), height: part.height + (isNorth ? -y : y) }
  const { width, height } = limited(wanted, most, ratio)
  return whole({ x: isWest ? right - width : part.x, y: isNorth ? bottom - height : part.y, width, height }, size)
}

/** A part with another value of one of its numbers, as a person types it. */
export function withNumber(part: Rectangle, change: Partial<Rectangle>, size: Size): Rectangle {
  const x = clamp(change.x ?? part.x, 0, size.width - EDGE_MIN)
  const y = clamp(change.y ?? part.y, 0, size.height - EDGE_MIN)
  const width = clamp(change.width ?? part.width, EDGE_MIN, size.width - x)
  const height = clamp(change.height ?? part.height, EDGE_MIN, size.height - y)
  return whole({ x, y, width, height }, size)
}

function limited(wanted: Size, most: Size, ratio: number | null): Size {
  if (ratio === null) {
    return { width: clamp(wanted.width, EDGE_MIN, most.width), height: clamp(wanted.height, EDGE_MIN, most.height) }
  }
  // The longer way of the pointer counts; both edges stay inside.
  const width = Math.max(wanted.width, wanted.height * ratio)
  const fitting = clamp(width, Math.max(EDGE_MIN, EDGE_MIN * ratio), Math.min(most.width, most.height * ratio))
  return { width: fitting, height: fitting / ratio }
}

/** In whole pixels, and not beyond the picture by rounding. */
function whole({ x, y, width, height }: Rectangle, size: Size): Rectangle {
  const left = Math.round(x)
  const top = Math.round(y)
  return {
    x: left,
    y: top,
    width: Math.min(Math.round(width), size.width - left),
    height: Math.min(Math.round(height), size.height - top),
  }
}

/** Of limits that contradict each other, as in a tiny picture, the upper one counts. */
function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
