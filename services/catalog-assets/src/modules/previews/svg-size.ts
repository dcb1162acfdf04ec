const TAG_LENGTH_MAX = 8_192
const SIZE_MAX = 2 ** 31 - 1

/** CSS pixels of an absolute unit. */
const pixels: Readonly<Record<string, number>> = { '': 1, px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, pc: 16 }

/**
 * The size of an SVG image by `width` and `height` of its root, else by its `viewBox`; null when
 * neither says it. Nothing of the image is interpreted (assets.md#asset-fields).
 */
export function svgSize(text: string): { width: number; height: number } | null {
  const attributes = rootAttributes(text)
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))]
  const box = boxOf(attributes.get('viewBox'))
  const ratio = box === null ? null : box.width / box.height
  const size = {
    width: Math.round(width ?? (height !== null && ratio !== null ? height * ratio : (box?.width ?? 0))),
    height: Math.round(height ?? (width !== null && ratio !== null ? width / ratio : (box?.height ?? 0))),
  }
  return Object.values(size).every((one) => one > 0 && one <= SIZE_MAX) ? size : null
}

function rootAttributes(text: string): Map<string, string> {
  const content = withoutComments(text)
  const begin = content.indexOf('<svg')
  const end = content.indexOf('>', begin)
  const tag = begin < 0 || end < 0 ? '' : content.slice(begin, Math.min(end, begin + TAG_LENGTH_MAX))
  const found = tag.matchAll(/\s(width|height|viewBox)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(Array.from(found, ([, name = '', double, single]) => [name, (double ?? single ?? '').trim()]))
}

function withoutComments(text: string): string {
  return text
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('-->') < 0 ? part.length : part.indexOf('-->') + 3)))
    .join('')
}

/** Null for none, a share, or a unit that depends on the font. */
function lengthOf(text: string | undefined): number | null {
  const [, number = '', unit = ''] = /^(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text ?? '') ?? []
  const factor = pixels[unit.toLowerCase()]
  const length = factor === undefined ? Number.NaN : Number.parseFloat(number) * factor
  return length > 0 ? length : null
}

function boxOf(text: string | undefined): { width: number; height: number } | null {
  const [, , width = 0, height = 0] = (text ?? '').split(/[\s,]+/).map(Number)
  return width > 0 && height > 0 ? { width, height } : null
}
