import type { PlateLayoutView } from '@cloud-factory/contract/plates/plate-nests'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { thousands } from '../../shared/format/numbers.ts'
import './plates.css'

type Part = PlateLayoutView['parts'][number]

/**
 * Height of texts in a plate as shares of its length and width: 3 mm on an A4 sheet in landscape. The number of a small
 * part is written smaller.
 */
const textShares = { length: 0.011, width: 0.035 }

/** A plate drawn to scale: its parts with their numbers, its remnants hatched, the rest is waste and kerf. */
export function PlateDrawing({ layout }: { readonly layout: PlateLayoutView }) {
  const { t } = useTranslation('plates')
  const { id, lengthMm, widthMm, parts, remnants } = layout
  const text = Math.max(lengthMm * textShares.length, widthMm * textShares.width)
  return (
    <svg
      className="plate-drawing"
      viewBox={`0 0 ${lengthMm} ${widthMm}`}
      role="img"
      aria-label={t('nesting.drawing', {
        length: thousands(lengthMm),
        width: thousands(widthMm),
        count: parts.length,
        remnants: remnants.length,
      })}
    >
      <defs>
        <pattern
          id={`hatch-${id}`}
          width={text}
          height={text}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1="0" y1="0" x2="0" y2={text} className="plate-hatch" strokeWidth={text / 6} />
        </pattern>
      </defs>
      <rect className="plate-waste" x="0" y="0" width={lengthMm} height={widthMm} />
      {remnants.map(({ x, y, lengthMm: length, widthMm: width }) => (
        <g key={`${x} ${y}`}>
          <rect className="plate-remnant" x={x} y={y} width={length} height={width} />
          <rect x={x} y={y} width={length} height={width} fill={`url(#hatch-${id})`} />
        </g>
      ))}
      {parts.map((part) => (
        <PartRect key={part.no} part={part} text={text} />
      ))}
    </svg>
  )
}

function PartRect({ part, text }: { readonly part: Part; readonly text: number }) {
  const { no, x, y, lengthMm, widthMm, mark, part: name, scrapped } = part
  const size = Math.min(text, widthMm * 0.4, (lengthMm / String(no).length) * 0.9)
  const label = `${no} · ${mark} ${name}`
  const isWide = lengthMm > label.length * size * 0.65 && widthMm > size * 2.6
  const middle = { x: x + lengthMm / 2, textAnchor: 'middle', fontSize: size } as const
  return (
    <g>
      <title>{`${label} · ${lengthMm} × ${widthMm}`}</title>
      <rect
        className={scrapped ? 'plate-scrapped' : 'plate-part'}
        x={x}
        y={y}
        width={lengthMm}
        height={widthMm}
      />
      {isWide ? (
        <>
          <text {...middle} y={y + widthMm / 2 - size * 0.2}>
            {label}
          </text>
          <text {...middle} y={y + widthMm / 2 + size}>
            {lengthMm} × {widthMm}
          </text>
        </>
      ) : (
        <text {...middle} y={y + widthMm / 2 + size * 0.35}>
          {no}
        </text>
      )}
    </g>
  )
}

/** Parts of a layout in one line each: number, order, mark, part, size. */
export const partLine = ({ no, order, mark, part, lengthMm, widthMm }: Part): string =>
  `${no}. ${order} · ${mark} · ${part} · ${thousands(lengthMm)} × ${thousands(widthMm)}`

/** Parts in their order; equal ones that follow each other are one line. */
export function partRuns(parts: readonly Part[]): { readonly part: Part; readonly line: string }[] {
  const runs: { part: Part; last: number; text: string }[] = []
  for (const part of parts) {
    const { no, order, mark, part: name, lengthMm, widthMm, turned, scrapped } = part
    const text = `${order} · ${mark} · ${name} · ${thousands(lengthMm)} × ${thousands(widthMm)}`
    const run = runs.at(-1)
    const isEqual = run?.text === text && run.part.turned === turned && run.part.scrapped === scrapped
    if (run !== undefined && isEqual) run.last = no
    else runs.push({ part, last: no, text })
  }
  return runs.map(({ part, last, text }) => ({
    part,
    line: part.no === last ? `${last}. ${text}` : `${part.no}–${last}. ${text}`,
  }))
}
