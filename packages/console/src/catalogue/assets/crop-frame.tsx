import { Box } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type Corner, moved, type Rectangle, resized } from './crop-rectangle.ts'

const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se']
const SHOWN_MAX = 720

type FrameProps = { picture: ImageBitmap; part: Rectangle; ratio: number | null; onChange: (part: Rectangle) => void }

/**
 * A picture with the part that is kept: it is moved by the pointer or arrow keys, its corners by
 * the pointer.
 */
export function CropFrame({ picture, part, ratio, onChange }: FrameProps) {
  const t = useTranslations('catalogue.crop')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => draw(canvas.current, picture), [picture])
  const pixelsPer = () => picture.width / (canvas.current?.clientWidth ?? picture.width)
  const drag = useDrag(pixelsPer)
  const percent = (value: number, of: number) => `${(value / of) * 100}%`
  const place = {
    left: percent(part.x, picture.width),
    top: percent(part.y, picture.height),
    width: percent(part.width, picture.width),
    height: percent(part.height, picture.height),
  }
  const move = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 40 : 8) * pixelsPer()
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (way === undefined) return
    event.preventDefault()
    onChange(moved(part, { x: (way[0] ?? 0) * step, y: (way[1] ?? 0) * step }, picture))
  }
  return (
    <Box className="crop-frame">
      <canvas ref={canvas} className="crop-picture" />
      <button
        type="button"
        className="crop-part"
        style={place}
        aria-label={t('part')}
        onKeyDown={move}
        {...drag((x, y, start) => onChange(moved(start, { x, y }, picture)), part)}
      />
      {corners.map((corner) => (
        <span
          key={corner}
          className="crop-corner"
          data-corner={corner}
          style={{
            left: percent(part.x + (corner.endsWith('w') ? 0 : part.width), picture.width),
            top: percent(part.y + (corner.startsWith('n') ? 0 : part.height), picture.height),
          }}
          {...drag((x, y, start) => onChange(resized(start, { corner, x, y, ratio }, picture)), part)}
        />
      ))}
    </Box>
  )
}

/** Follows the pointer from where it was pressed, in pixels of the picture. */
function useDrag(pixelsPer: () => number) {
  const begun = useRef<{ x: number; y: number; part: Rectangle } | null>(null)
  return (onDrag: (x: number, y: number, start: Rectangle) => void, part: Rectangle) => ({
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      begun.current = { x: event.clientX, y: event.clientY, part }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current: start } = begun
      if (start !== null) onDrag((clientX - start.x) * pixelsPer(), (clientY - start.y) * pixelsPer(), start.part)
    },
    onPointerUp: () => {
      begun.current = null
    },
    onPointerCancel: () => {
      begun.current = null
    },
  })
}

/** Smaller than it is where it is large: it is drawn to be looked at. */
function draw(canvas: HTMLCanvasElement | null, picture: ImageBitmap): void {
  if (canvas === null) return
  const scale = Math.min(1, (SHOWN_MAX * 2) / Math.max(picture.width, picture.height))
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
}
