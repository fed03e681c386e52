import type { DeliveryPiece, ExceptionKind } from '@cloud-factory/contract/shipping/deliveries'
import { useQuery } from '@tanstack/react-query'
import { Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { gramsShown } from '../../shared/format/numbers.ts'
import { deliveryPiecesQuery } from './shipping.queries.ts'

interface SiteException {
  readonly kind: ExceptionKind
  readonly note: string
}
export type Exceptions = ReadonlyMap<string, SiteException>

interface Props {
  readonly deliveryId: string
  readonly exceptions: Exceptions
  readonly onChange: (exceptions: Exceptions) => void
}

const kinds: readonly ExceptionKind[] = ['missing', 'damaged']
/** Maximum number of lines shown; a search finds the others. */
const drawn = 60

/** Every piece counts as arrived unless it is marked; marked pieces come first. */
export function ReceiptPieces({ deliveryId, exceptions, onChange }: Props) {
  const { t } = useTranslation('shipping')
  const [q, setQ] = useState('')
  const { data: pieces, error, refetch } = useQuery(deliveryPiecesQuery(deliveryId))
  if (error !== null && pieces === undefined)
    return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (pieces === undefined) return <Skeleton active />
  const found = pieces.filter(({ serial }) => serial.toLowerCase().includes(q.trim().toLowerCase()))
  const first = found.filter(({ id }) => exceptions.has(id))
  const rest = found.filter(({ id }) => !exceptions.has(id))
  const lines = [...first, ...rest].slice(0, Math.max(drawn, first.length))
  const change = (id: string, to: SiteException | null) => {
    const next = new Map(exceptions)
    if (to === null) next.delete(id)
    else next.set(id, to)
    onChange(next)
  }
  return (
    <section className="receipt-pieces" aria-label={t('receipt.pieces')}>
      <h2>{t('receipt.pieces')}</h2>
      <p className="page-note">{t('receipt.piecesNote')}</p>
      <Input
        allowClear
        aria-label={t('searchPieces')}
        placeholder={t('searchPieces')}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      <ul>
        {lines.map((piece) => (
          <Line
            key={piece.id}
            piece={piece}
            exception={exceptions.get(piece.id) ?? null}
            onChange={(to) => change(piece.id, to)}
          />
        ))}
      </ul>
      {lines.length < found.length && (
        <p className="page-note">{t('receipt.more', { count: found.length - lines.length })}</p>
      )}
    </section>
  )
}

interface LineProps {
  readonly piece: DeliveryPiece
  readonly exception: SiteException | null
  readonly onChange: (exception: SiteException | null) => void
}

function Line({ piece, exception, onChange }: LineProps) {
  const { t } = useTranslation('shipping')
  return (
    <li className={exception === null ? '' : 'is-marked'}>
      <span>
        <b>{piece.serial}</b>{' '}
        <small>
          {piece.profile} · {gramsShown(piece.netKg)} kg · {piece.packageNo}
        </small>
      </span>
      <span className="receipt-kinds">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={exception?.kind === kind}
            aria-label={`${t(`exception.${kind}`)}: ${piece.serial}`}
            onClick={() => onChange(exception?.kind === kind ? null : { kind, note: exception?.note ?? '' })}
          >
            {t(`exception.${kind}`)}
          </button>
        ))}
      </span>
      {exception !== null && (
        <Input
          maxLength={300}
          aria-label={`${t('field.note')}: ${piece.serial}`}
          placeholder={t('receipt.what')}
          value={exception.note}
          onChange={({ target }) => onChange({ ...exception, note: target.value })}
        />
      )}
    </li>
  )
}
