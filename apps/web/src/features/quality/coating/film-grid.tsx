import type { CoatPiece, CoatRow } from '@cloud-factory/contract/coatings'
import { judgeFilm, judgeFire, type PieceVerdict, typedReading } from '@cloud-factory/contract/coats.rules'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { absent } from '../../../shared/format/numbers.ts'
import { StatusTag } from '../../../shared/ui/status-tag.tsx'

/** What was typed and is not saved yet: by piece, then `spot.point` from 0. */
export type Typed = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Props {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
  readonly typed: Typed
  readonly onType: (change: (before: Typed) => Typed) => void
}

const spots = [0, 1, 2, 3, 4] as const
const points = [0, 1, 2] as const

/** Five spots of three readings a piece. Enter goes on to the next cell, the arrows go up and down. */
export function FilmGrid({ coat, pieces, typed, onType }: Props) {
  const { t } = useTranslation('coats')
  const body = useRef<HTMLTableSectionElement>(null)
  const go = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event)
    if (step === null) return
    const cells = [...(body.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const next = cells[cells.indexOf(event.currentTarget) + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
    next.select()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div className="film-scroll" role="region" aria-label={t('readings.title')} tabIndex={0}>
      <table className="film-grid">
        <thead>
          <tr>
            <th scope="col">{t('field.piece')}</th>
            <th scope="col">{t('field.verdict')}</th>
            {spots.map((spot) => (
              <th key={spot} scope="colgroup" colSpan={4}>
                {t('readings.spot', { number: spot + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {pieces.map((piece) => (
            <PieceRow
              key={piece.id}
              coat={coat}
              piece={piece}
              typed={typed[piece.id]}
              onKeyDown={go}
              onType={(cell, text) =>
                onType((before) => ({ ...before, [piece.id]: { ...before[piece.id], [cell]: text } }))
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Cells to move by; a row has fifteen. */
function stepOf({ key, shiftKey, nativeEvent }: KeyboardEvent): number | null {
  // Enter that ends a word of an input method is no Enter.
  if (key === 'Enter' && !nativeEvent.isComposing) return shiftKey ? -1 : 1
  if (key === 'ArrowDown') return 15
  return key === 'ArrowUp' ? -15 : null
}

interface RowProps {
  readonly coat: CoatRow
  readonly piece: CoatPiece
  readonly typed: Readonly<Record<string, string>> | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly onType: (cell: string, text: string) => void
}

function PieceRow({ coat, piece, typed, onKeyDown, onType }: RowProps) {
  const { t } = useTranslation('coats')
  const textOf = (spot: number, point: number) =>
    typed?.[`${spot}.${point}`] ?? piece.readings[spot]?.[point] ?? ''
  const judged = judge(
    coat,
    spots.map((spot) => points.map((point) => typedReading(textOf(spot, point)))),
  )
  const mayType = coat.can.enter === true
  return (
    <tr>
      <th scope="row">{piece.serial}</th>
      <td>
        <RowVerdict verdict={judged.verdict ?? piece.verdict} count={judged.count} />
      </td>
      {spots.map((spot) => [
        ...points.map((point) => {
          const text = textOf(spot, point)
          const isWrong = text.trim() !== '' && typedReading(text) === null
          return (
            <td key={`${spot}.${point}`}>
              <input
                inputMode="decimal"
                autoComplete="off"
                maxLength={9}
                readOnly={!mayType}
                aria-label={t('readings.cell', { serial: piece.serial, spot: spot + 1, point: point + 1 })}
                aria-invalid={isWrong ? 'true' : undefined}
                value={text}
                onKeyDown={onKeyDown}
                onChange={({ target }) => onType(`${spot}.${point}`, target.value)}
              />
            </td>
          )
        }),
        <td
          key={`${spot}.mean`}
          className={`film-mean ${judged.spots[spot]?.inside === false ? 'is-out' : ''}`}
        >
          x̄ {judged.spots[spot]?.mean ?? absent}
        </td>,
      ])}
    </tr>
  )
}

function judge(coat: CoatRow, readings: (string | null)[][]): PieceVerdict {
  const { fire, ...film } = coat.limits
  return coat.check === 'fire' && fire !== null ? judgeFire(fire, readings) : judgeFilm(film, readings)
}

interface VerdictProps {
  readonly verdict: 'pass' | 'fail' | null
  readonly count: number
}

function RowVerdict({ verdict, count }: VerdictProps) {
  const { t } = useTranslation('coats')
  if (verdict === null) return count === 0 ? absent : t('readings.count', { count })
  return <StatusTag tone={verdict === 'pass' ? 'good' : 'bad'} text={t(`status.${verdict}`)} />
}
