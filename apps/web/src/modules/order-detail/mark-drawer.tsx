import './part-drawing.css'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton, Button } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { count, millimetres, absent, gramsShown } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { type FaceDrawing, facesOf } from './drawing.rules.ts'
import type { MarkRow, PartRow } from '@cloud-factory/contract/orders/order-marks'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { markQuery, partsQuery } from '../orders/orders.queries.ts'
import { MarkRoute } from '../production/mark-cells.tsx'
import { MarkContentsPart } from '../assemblies/sub-assemblies.tsx'
import { MarkKit } from '../parts/mark-kit.tsx'
import { TrialRequirement } from '../trial-assembly/trial-requirement.tsx'
import { HoldDialog } from '../production/piece-dialogs.tsx'

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

interface MarkDrawerProps {
  readonly orderId: string
  readonly id: string
  readonly onClose: () => void
}

/** One mark of an order beside its list: what it is, its parts and actions. Mount it when it opens. */
export function MarkDrawer({ orderId, id, onClose }: MarkDrawerProps) {
  const { t } = useTranslation('orders')
  const query = useQuery(markQuery(orderId, id))
  return (
    <RecordDrawer query={query} title={t('common:marks.mark')} size={880} onClose={onClose}>
      {(mark) => <MarkShown orderId={orderId} mark={mark} />}
    </RecordDrawer>
  )
}

type MarkAction = 'hold' | 'resume'

function MarkShown({ orderId, mark }: { readonly orderId: string; readonly mark: MarkRow }) {
  const { t } = useTranslation('orders')
  const [dialog, setDialog] = useState<MarkAction | null>(null)
  const { can, held, name, profile, grade, drawingNo, phase, revision } = mark
  const facts = [
    [t('marks.kind'), t(`kind.${mark.kind}`)],
    [t('marks.route'), <MarkRoute key="route" orderId={orderId} mark={mark} />],
    [t('marks.drawingNo'), drawingNo ?? absent],
    [t('marks.revision'), revision || absent],
    [t('marks.phase'), phase ?? absent],
    [t('marks.areaM2'), mark.areaM2?.toFixed(2) ?? absent],
    [t('marks.source'), t(`source.${mark.weightSource}`)],
    [t('shell:route.trialAssemblies'), <TrialRequirement key="trial" orderId={orderId} mark={mark.mark} />],
  ] as const
  return (
    <>
      <RecordHead
        no={mark.mark}
        state={held && <StatusTag tone="warn" text={t('common:piece.held')} />}
        about={[name, profile, grade].filter(Boolean).join(' · ')}
        actions={placeActions<MarkAction>(can, { beside: [held ? 'resume' : 'hold'] })}
        wordOf={(action) => t(`common:action.${action}`)}
        onAct={setDialog}
        figures={[
          [t('marks.quantity'), count(mark.quantity)],
          [t('marks.lengthMm'), millimetres(mark.lengthMm)],
          [t('marks.netKg'), gramsShown(mark.netKg)],
          [t('marks.totalKg'), gramsShown(mark.totalKg)],
        ]}
      />
      <Facts className="facts" facts={facts} />
      <MarkContentsPart markId={mark.id} />
      {mark.parts > 0 && <MarkParts mark={mark} />}
      {mark.parts > 0 && <MarkKit markId={mark.id} />}
      {dialog !== null && (
        <HoldDialog
          subject={{ kind: 'mark', id: mark.id, name: mark.mark }}
          act={dialog}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** The parts of one piece of a mark. */
function MarkParts({ mark }: { readonly mark: Pick<MarkRow, 'id' | 'mark'> }) {
  const { t } = useTranslation('orders')
  const { data, error, refetch } = useQuery(partsQuery(mark.id))
  const columns = useMemo(() => partColumns(t), [t])
  return (
    <section>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && (
        <RowTable<PartRow>
          label={t('common:parts.of', { mark: mark.mark })}
          columns={columns}
          rows={data?.items}
        />
      )}
    </section>
  )
}

const partColumns = (t: TFunction<'orders'>): readonly Column<PartRow>[] => [
  {
    key: 'part',
    title: t('common:meaning.part'),
    width: 110,
    render: ({ partMark, isMain, isAssembly }) => (
      <span>
        {partMark}
        {isMain && <small> {t('partsOf.main')}</small>}
        {isAssembly && <small> {t('partsOf.assembly')}</small>}
      </span>
    ),
  },
  { key: 'profile', title: t('marks.profile'), width: 120, render: ({ profile }) => profile || absent },
  { key: 'grade', title: t('marks.grade'), width: 80, render: ({ grade }) => grade ?? absent },
  {
    key: 'quantity',
    title: t('common:parts.perMark'),
    width: 70,
    align: 'right',
    render: ({ quantityPerMark }) => count(quantityPerMark),
  },
  {
    key: 'length',
    title: t('common:field.lengthMm'),
    width: 90,
    align: 'right',
    render: ({ lengthMm }) => millimetres(lengthMm),
  },
  {
    key: 'width',
    title: t('partsOf.width'),
    width: 80,
    align: 'right',
    render: ({ widthMm }) => millimetres(widthMm),
  },
  {
    key: 'netKg',
    title: t('marks.netKg'),
    width: 90,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'holes',
    title: t('partsOf.holes'),
    width: 60,
    align: 'right',
    render: ({ holes }) => count(holes),
  },
  {
    key: 'drawing',
    title: t('drawing.column'),
    width: 100,
    render: (part) => (part.drawn ? <DrawingButton part={part} /> : null),
  },
]

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
