import './part-drawing.css'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { count, millimetres, absent, gramsShown } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { type FaceDrawing, facesOf } from './drawing.rules.ts'
import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { useState } from 'react'
import { partsQuery } from '../orders/orders.queries.ts'

interface Props {
  readonly part: { readonly id: string; readonly partMark: string }
  readonly onClose: () => void
}

/** A part's faces with their holes and contours, to scale. */
function PartDrawing({ part, onClose }: Props) {
  const { t } = useTranslation('orders')
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'part-drawing', part.id],
    queryFn: ({ signal }) => api('GET /api/parts/:id/drawing', { params: { id: part.id }, signal }),
    staleTime: 300_000,
  })
  return (
    <Modal
      open
      title={t('drawing.title', { part: part.partMark })}
      width={960}
      footer={null}
      onCancel={onClose}
    >
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && data.geometry !== null && (
        <div className="part-faces">
          <p className="page-note">{t('drawing.help', { profile: data.profile })}</p>
          {facesOf(data.geometry).map((drawing) => (
            <Face key={drawing.face} drawing={drawing} />
          ))}
        </div>
      )}
    </Modal>
  )
}

function Face({ drawing }: { readonly drawing: FaceDrawing }) {
  const { t } = useTranslation('orders')
  const { face, width, height, holes, outlines } = drawing
  const edge = Math.max(width, height) * 0.02
  const name = t(`drawing.face.${face}`)
  const label = t('drawing.faceLabel', { face: name, holes: count(holes.length) })
  const outer = outlines.some(({ kind }) => kind === 'outer')
  return (
    <figure>
      <figcaption>
        {label} <span className="page-note">{`${millimetres(width)} × ${millimetres(height)} mm`}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`}
        preserveAspectRatio="xMidYMid meet"
      >
        {!outer && <rect className="part-outer" x={0} y={0} width={width} height={height} />}
        {outlines.map(({ kind, path }) => (
          <path key={`${kind} ${path}`} className={`part-${kind}`} d={path} />
        ))}
        {holes.map((hole) => (
          <Hole key={`${hole.x} ${hole.y} ${hole.diameter}`} hole={hole} height={height} />
        ))}
      </svg>
    </figure>
  )
}

function Hole({ hole, height }: { readonly hole: FaceDrawing['holes'][number]; readonly height: number }) {
  const { x, y, diameter, length, width, angle, depth } = hole
  const through = depth === 0 ? '' : ' is-blind'
  const title = `⌀${millimetres(diameter)} · ${millimetres(x)} / ${millimetres(y)}`
  if (length === 0 && width === 0) {
    return (
      <circle className={`part-hole${through}`} cx={x} cy={height - y} r={diameter / 2}>
        <title>{title}</title>
      </circle>
    )
  }
  return (
    <rect
      className={`part-hole${through}`}
      x={x - diameter / 2}
      y={height - y - width - diameter / 2}
      width={length + diameter}
      height={width + diameter}
      rx={diameter / 2}
      transform={`rotate(${-angle} ${x} ${height - y})`}
    >
      <title>{title}</title>
    </rect>
  )
}

/** The parts of one piece of a mark. */
export function MarkParts({ mark }: { readonly mark: Pick<MarkRow, 'id' | 'mark'> }) {
  const { t } = useTranslation('orders')
  const { data, error, refetch } = useQuery(partsQuery(mark.id))
  return (
    <div role="row" className="mark-parts">
      <div role="cell">
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton active title={false} />}
        {data !== undefined && (
          <table aria-label={t('common:parts.of', { mark: mark.mark })}>
            <thead>
              <tr>
                <th scope="col">{t('common:meaning.part')}</th>
                <th scope="col">{t('marks.profile')}</th>
                <th scope="col">{t('marks.grade')}</th>
                <th scope="col">{t('common:parts.perMark')}</th>
                <th scope="col">{t('common:field.lengthMm')}</th>
                <th scope="col">{t('partsOf.width')}</th>
                <th scope="col">{t('marks.netKg')}</th>
                <th scope="col">{t('partsOf.holes')}</th>
                <th scope="col">{t('drawing.column')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((part) => (
                <tr key={part.id}>
                  <td>
                    {part.partMark}
                    {part.isMain && <small> {t('partsOf.main')}</small>}
                  </td>
                  <td>{part.profile || absent}</td>
                  <td>{part.grade ?? absent}</td>
                  <td>{count(part.quantityPerMark)}</td>
                  <td>{millimetres(part.lengthMm)}</td>
                  <td>{millimetres(part.widthMm)}</td>
                  <td>{gramsShown(part.netKg)}</td>
                  <td>{count(part.holes)}</td>
                  <td>{part.drawn && <DrawingButton part={part} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  )
}

function DrawingButton({ part }: { readonly part: { readonly id: string; readonly partMark: string } }) {
  const { t } = useTranslation('orders')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('drawing.show')}
      </Button>
      {open && <PartDrawing part={part} onClose={() => setOpen(false)} />}
    </>
  )
}
