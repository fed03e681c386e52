import type { CoatPiece, CoatRow } from '@cloud-factory/contract/coating/coatings'
import {
  judgeFilm,
  judgeFire,
  type PieceVerdict,
  typedReading,
} from '@cloud-factory/domain/coating/coats.rules'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Pagination, Skeleton } from 'antd'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

/** Typed values that are not saved yet: by piece, then `spot.point` from 0. */
type Typed = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Props {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
  readonly typed: Typed
  readonly onType: (change: (before: Typed) => Typed) => void
}

/** Spots of a film or sections of a fire coating, with their readings. Enter goes on to the next cell, the arrows go up and down. */
function FilmGrid({ coat, pieces, typed, onType }: Props) {
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

const pageSize = 20

/** Readings of a record: entered cell by cell, judged while typing, stored on save. */
export function FilmReadings({ coat }: { readonly coat: CoatRow }) {
  const [filter, setFilter] = useState({ q: '', page: 1 })
  const query = useQuery({
    queryKey: ['quality', 'coat-pieces', coat.id, filter],
    queryFn: ({ signal }) =>
      api('GET /api/coats/:id/pieces', { params: { id: coat.id }, query: { ...filter, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  if (query.error !== null) return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton active />
  const { items, total } = query.data
  return (
    <ReadingsForm
      coat={coat}
      pieces={items}
      pages={{ ...filter, total }}
      onAsk={setFilter}
      onSaved={() => query.refetch()}
    />
  )
}

interface FormProps {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
  readonly pages: { readonly q: string; readonly page: number; readonly total: number }
  readonly onAsk: (filter: { q: string; page: number }) => void
  readonly onSaved: () => Promise<unknown>
}

function ReadingsForm({ coat, pieces, pages, onAsk, onSaved }: FormProps) {
  const { t } = useTranslation('coating')
  const [typed, setTyped] = useState<Typed>({})
  const { save, busy, error } = useSaveReadings(coat)
  const isDirty = Object.keys(typed).length > 0
  useDirty(isDirty)
  const keep = () =>
    save(changedPieces(pieces, typed), async () => {
      await onSaved()
      setTyped({})
    })
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <div className="film-tools">
        <Input.Search
          allowClear
          aria-label={t('common:field.piece')}
          placeholder={t('common:field.piece')}
          disabled={isDirty}
          onSearch={(text) => onAsk({ q: text.trim(), page: 1 })}
        />
        <ReasonButton
          type="primary"
          loading={busy}
          allowed={canSave(coat, typed)}
          onClick={() => void keep()}
        >
          {t('readings.save')}
        </ReasonButton>
        {isDirty && <Button onClick={() => setTyped({})}>{t('readings.discard')}</Button>}
      </div>
      <FilmGrid coat={coat} pieces={pieces} typed={typed} onType={setTyped} />
      {pages.total > pageSize && (
        <Pagination
          size="small"
          disabled={isDirty}
          showSizeChanger={false}
          current={pages.page}
          pageSize={pageSize}
          total={pages.total}
          onChange={(page) => onAsk({ q: pages.q, page })}
        />
      )}
    </>
  )
}

/** Saves readings against the version that the user saw. */
function useSaveReadings(coat: CoatRow) {
  const { t } = useTranslation('coating')
  const client = useQueryClient()
  const changed = useQualityChanged()
  const { busy, error, submit } = useSubmit()
  const save = (pieces: ReturnType<typeof changedPieces>, onStored: () => Promise<void>) =>
    submit(async () => {
      const body = { version: coat.version, pieces }
      const saved = await api('PUT /api/coats/:id/readings', { params: { id: coat.id }, body })
      client.setQueryData(['quality', 'GET /api/coats/:id', coat.id], saved)
      say('success', t('readings.saved'))
      void changed()
      await onStored()
    })
  return { save, busy, error }
}

function canSave(coat: CoatRow, typed: Typed): true | string {
  if (coat.can.enter !== true) return coat.can.enter
  const texts = Object.values(typed).flatMap((cells) => Object.values(cells))
  if (texts.some((text) => text.trim() !== '' && typedReading(text) === null)) return 'wrong_type'
  return texts.length > 0 ? true : 'coat.nothing_typed'
}

/** Pieces with something typed, all their readings as they will be. */
function changedPieces(pieces: readonly CoatPiece[], typed: Typed) {
  return pieces
    .filter(({ id }) => typed[id] !== undefined)
    .map(({ id, readings }) => ({
      pieceId: id,
      readings: readings.map((spot, at) =>
        spot.map((value, point) => {
          const text = typed[id]?.[`${at}.${point}`]
          return text === undefined ? value : typedReading(text)
        }),
      ),
    }))
}
