import { encode } from 'uqr'
import { memo } from 'react'

/**
 * A QR code as one SVG path: each run of dark modules in a line is a rectangle. `size` is the number of modules per
 * side.
 */
export function qrPath(text: string, border: number): { readonly path: string; readonly size: number } {
  // Level M: a code that is scuffed or half painted over is still readable.
  const { data, size } = encode(text, { border, ecc: 'M' })
  return { path: data.map(lineOf).join(''), size }
}

function lineOf(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue
    const from = x
    while (row[x + 1] === true) x += 1
    path += `M${from} ${y}h${x - from + 1}v1H${from}z`
  }
  return path
}

interface Props {
  readonly text: string
  readonly label: string
  /** Width of the white border in modules: four unless the surroundings are white anyway. */
  readonly border?: number
  readonly className?: string
}

/** A QR code, sharp at any size. */
export const QrCode = memo(function QrCode({ text, label, border = 2, className }: Props) {
  const { path, size } = qrPath(text, border)
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
})
