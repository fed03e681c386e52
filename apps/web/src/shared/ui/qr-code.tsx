import { memo } from 'react'
import { qrPath } from './qr-path.ts'

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
