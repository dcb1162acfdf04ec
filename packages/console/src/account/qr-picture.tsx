import { encode } from 'uqr'

/** Each module of the code is so large. */
const SCALE = 5

/** A QR code. Black on white in dark colours too: cameras read no other. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text)
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={size * SCALE} height={size * SCALE}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
