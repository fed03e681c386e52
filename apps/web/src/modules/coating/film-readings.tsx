import type { CoatPiece, CoatRow } from '@cloud-factory/contract/coating/coatings'
import { typedReading } from '@cloud-factory/domain/coating/coats.rules'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { FilmGrid, type Typed } from './film-grid.tsx'

const pageSize = 20

/** Readings of a record: entered cell by cell, judged while typing, stored on save. */
export function FilmReadings({ coat }: { readonly coat: CoatRow }) {
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const query = useQuery({
    queryKey: ['quality', 'coat-pieces', coat.id, asked],
    queryFn: ({ signal }) =>
      api('GET /api/coats/:id/pieces', { params: { id: coat.id }, query: { ...asked, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  if (query.error !== null) return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton active />
  const { items, total } = query.data
  return (
    <ReadingsForm
      coat={coat}
      pieces={items}
      pages={{ ...asked, total }}
      onAsk={setAsked}
      onSaved={() => query.refetch()}
    />
  )
}

interface FormProps {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
  readonly pages: { readonly q: string; readonly page: number; readonly total: number }
  readonly onAsk: (asked: { q: string; page: number }) => void
  readonly onSaved: () => Promise<unknown>
}

function ReadingsForm({ coat, pieces, pages, onAsk, onSaved }: FormProps) {
  const { t } = useTranslation('coating')
  const [typed, setTyped] = useState<Typed>({})
  const { save, busy, error } = useSaveReadings(coat)
  const isDirty = Object.keys(typed).length > 0
  useDirty(isDirty)
  const keep = async () => {
    if (!(await save(changedPieces(pieces, typed)))) return
    await onSaved()
    setTyped({})
  }
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <div className="film-tools">
        <Input.Search
          allowClear
          aria-label={t('readings.search')}
          placeholder={t('readings.search')}
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

/**
 * Saves readings against the version that the user saw; `save` resolves to whether they are stored.
 */
function useSaveReadings(coat: CoatRow) {
  const { t } = useTranslation('coating')
  const client = useQueryClient()
  const changed = useQualityChanged()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const save = async (pieces: ReturnType<typeof changedPieces>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      const body = { version: coat.version, pieces }
      const saved = await api('PUT /api/coats/:id/readings', { params: { id: coat.id }, body })
      client.setQueryData(['quality', 'GET /api/coats/:id', coat.id], saved)
      say('success', t('readings.saved'))
      void changed()
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      setBusy(false)
    }
  }
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
