import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { kilograms, millimetres } from '../../shared/format/numbers.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'
import { useProcessName } from '../planning/plan.queries.ts'

type StepState = 'done' | 'part' | 'next' | 'later'

interface Step {
  readonly processId: string
  readonly state: StepState
  /** Share done, 0 to 1. */
  readonly part: number
}

/** The steps of a route and how far each is. */
export const stepsOf = (route: readonly string[], stepsDone: number, stepPart: number): readonly Step[] =>
  route.map((processId, at) => {
    if (at < stepsDone) return { processId, state: 'done', part: 1 }
    if (at > stepsDone) return { processId, state: 'later', part: 0 }
    return stepPart > 0 ? { processId, state: 'part', part: stepPart } : { processId, state: 'next', part: 0 }
  })

/** Symbol of a state, so that states do not differ by colour alone. */
const stepSigns: Readonly<Record<StepState, string>> = { done: '✓', part: '◐', next: '▶', later: '·' }

/** A piece: what it is and how far it is on its route. */
export function PieceFacts({ piece }: { readonly piece: WorkPiece }) {
  const { t } = useTranslation('production')
  const { markName, profile, grade, lengthMm, netKg, batch } = piece
  const facts = [
    markName,
    profile,
    grade,
    lengthMm === null ? null : `${millimetres(lengthMm)} mm`,
    netKg === null ? null : `${kilograms(netKg)} kg`,
    batch === null ? null : t('piece.batch', { no: batch.no }),
  ]
  return (
    <>
      <div className="piece-head">
        <strong>{piece.serial}</strong>
        <PieceStatusTag status={piece.status} />
        {piece.held && <StatusTag tone="warn" text={t('piece.held')} />}
      </div>
      <p className="page-note">
        <Link className="piece-order" to={`/order/detail/${piece.orderId}?part=matrix`}>
          {piece.orderNo}
        </Link>
        {' · '}
        {facts.filter((fact) => fact !== null && fact !== '').join(' · ')}
      </p>
      <RouteStrip piece={piece} />
      <Allowed permission="quality.view" permissionOr={['order.report', 'quality.inspect', 'quality.judge']}>
        <p>
          <Link
            className="piece-ncr"
            to={`/quality/ncrs?raise=${piece.id}&as=${encodeURIComponent(piece.serial)}`}
          >
            {t('piece.raiseNcr')}
          </Link>
        </p>
      </Allowed>
    </>
  )
}

function RouteStrip({ piece }: { readonly piece: WorkPiece }) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  if (piece.route.length === 0) return <p className="page-note">{t('piece.noRoute')}</p>
  return (
    <ol className="route-strip" aria-label={t('piece.route')}>
      {stepsOf(piece.route, piece.stepsDone, piece.stepPart).map(({ processId, state, part }) => (
        <li key={processId} className={`is-${state}`}>
          <span aria-hidden="true">{stepSigns[state]}</span> {processName(processId)}
          {state === 'part' && ` ${Math.round(part * 100)}%`}
          <span className="sr-only"> {t(`step.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}
