import type { CoatPiece, CoatRow } from '@cloud-factory/contract/coating/coatings'
import {
  judgeFilm,
  judgeFire,
  type PieceVerdict,
  typedReading,
} from '@cloud-factory/domain/coating/coats.rules'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

/** Typed values that are not saved yet: by piece, then `spot.point` from 0. */
export type Typed = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Props {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
  readonly typed: Typed
  readonly onType: (change: (before: Typed) => Typed) => void
}

/** Spots of a film or sections of a fire coating, with their readings. Enter goes on to the next cell, the arrows go up and down. */
export function FilmGrid({ coat, pieces, typed, onType }: Props) {
  const { t } = useTranslation('coating')
  const body = useRef<HTMLTableSectionElement>(null)
  const go = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = nextCell(event, body.current)
    if (next === undefined || next === null) return
    event.preventDefault()
    next.focus()
    next.select()
  }
  const spots = indices(Math.max(0, ...pieces.map(({ readings }) => readings.length)))
  const width = 1 + Math.max(0, ...pieces.map(({ readings }) => readings[0]?.length ?? 0))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div className="film-scroll" role="region" aria-label={t('readings.title')} tabIndex={0}>
      <table className="film-grid">
        <thead>
          <tr>
            <th scope="col">{t('field.piece')}</th>
            <th scope="col">{t('field.verdict')}</th>
            {spots.map((spot) => (
              <th key={spot} scope="colgroup" colSpan={width}>
                {t(`readings.${spotWord(coat)}`, { number: spot + 1 })}
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
              width={width}
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

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const spotWord = ({ check }: CoatRow) => (check === 'fire' ? 'section' : 'spot')

/**
 * Target of a key: Enter goes to the next cell, the arrows to the same cell of another piece; other
 * keys do not move.
 */
function nextCell(
  { key, shiftKey, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>,
  body: HTMLElement | null,
): HTMLInputElement | null | undefined {
  // Enter that ends a word of an input method is no Enter.
  if (key === 'Enter' && !nativeEvent.isComposing) {
    const cells = [...(body?.querySelectorAll('input') ?? [])]
    return cells[cells.indexOf(currentTarget) + (shiftKey ? -1 : 1)]
  }
  const row = currentTarget.closest('tr')
  const other =
    key === 'ArrowDown' ? row?.nextElementSibling : key === 'ArrowUp' ? row?.previousElementSibling : null
  return other?.querySelector<HTMLInputElement>(`input[data-cell="${currentTarget.dataset['cell']}"]`)
}

interface RowProps {
  readonly coat: CoatRow
  readonly piece: CoatPiece
  readonly typed: Readonly<Record<string, string>> | undefined
  /** Columns of a spot. */
  readonly width: number
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly onType: (cell: string, text: string) => void
}

function PieceRow({ coat, piece, typed, width, onKeyDown, onType }: RowProps) {
  const { t } = useTranslation('coating')
  const textOf = (spot: number, point: number) =>
    typed?.[`${spot}.${point}`] ?? piece.readings[spot]?.[point] ?? ''
  const judged = judge(
    coat,
    piece.readings.map((spot, at) => spot.map((_, point) => typedReading(textOf(at, point)))),
  )
  const canType = coat.can.enter === true
  return (
    <tr>
      <th scope="row">{piece.serial}</th>
      <td>
        <RowVerdict
          verdict={judged.verdict ?? piece.verdict}
          count={judged.count}
          total={piece.readings.flat().length}
        />
      </td>
      {piece.readings.map((readings, spot) => [
        ...readings.map((_, point) => {
          const text = textOf(spot, point)
          const isWrong = text.trim() !== '' && typedReading(text) === null
          return (
            <td key={`${spot}.${point}`}>
              <input
                inputMode="decimal"
                autoComplete="off"
                maxLength={9}
                readOnly={!canType}
                data-cell={`${spot}.${point}`}
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
          colSpan={width - readings.length}
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
  readonly total: number
}

function RowVerdict({ verdict, count, total }: VerdictProps) {
  const { t } = useTranslation('coating')
  if (verdict === null) return count === 0 ? absent : t('readings.count', { count, total })
  return <StatusTag tone={verdict === 'pass' ? 'good' : 'bad'} text={t(`status.${verdict}`)} />
}
