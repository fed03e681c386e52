import type {
  TrialDetail,
  TrialMeasurement,
  TrialPiece,
} from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { limitsText } from '@cloud-factory/domain/trial-assembly/trial-enums'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate, useParams } from 'react-router'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { useAllowed } from '../../shared/permission.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PhotoStrip } from '../../shared/ui/photo-strip.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'
import { RecordDocument } from '../quality-documents/record-document.tsx'
import { oneQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { type T, TrialStatusTag } from './trial-labels.tsx'

const TrialForm = lazyDialog(async () => (await import('./trial-form.tsx')).TrialForm)
const MeasureForm = lazyDialog(async () => (await import('./trial-form.tsx')).MeasureForm)

type Step = 'release' | 'reopen' | 'cancel'
type Action = Step | 'edit' | 'measure' | 'raise'

const danger: ReadonlySet<Action> = new Set(['cancel'])
const life = ['open', 'released'] as const

/** A trial assembly: its pieces, its measurements, its photos, its release. */
export function TrialPage() {
  const { t } = useTranslation('trial-assembly')
  const { id = '' } = useParams()
  const query = useQuery(oneQuery('GET /api/trial-assemblies/:id', id))
  return (
    <RecordPage
      hasParts
      query={query}
      title={({ no }) => no}
      list={{ to: '/quality/trial-assemblies', text: t('toList') }}
    >
      {(trial) => <Shown trial={trial} />}
    </RecordPage>
  )
}

interface TrialProps {
  readonly trial: TrialDetail
}

function Shown({ trial }: TrialProps) {
  const { t } = useTranslation('trial-assembly')
  const navigate = useNavigate()
  const [action, setAction] = useState<Action | null>(null)
  const values = useMemo(() => valueColumns(t), [t])
  const pieces = useMemo(() => pieceColumns(t), [t])
  const close = () => setAction(null)
  const act = (next: Action) => {
    if (next === 'raise') void navigate(raisePath(trial))
    else setAction(next)
  }
  return (
    <div className="page is-filling">
      <Head trial={trial} onAct={act} />
      <PageParts
        label={t('shell:route.trialAssembly')}
        titleOf={(part) =>
          part === 'values' ? t('common:field.measurements') : t(`part.${part as 'pieces' | 'photos'}`)
        }
        parts={{
          values: (
            <>
              <TrialFacts trial={trial} />
              <RowTable
                label={t('common:field.measurements')}
                columns={values}
                rows={trial.values}
                empty={<p>{t('noValues')}</p>}
              />
            </>
          ),
          pieces: (
            <RowTable
              label={t('part.pieces')}
              columns={pieces}
              rows={trial.laidOut}
              empty={<p>{t('noPieces')}</p>}
            />
          ),
          photos: <Photos trial={trial} />,
        }}
      />
      {action === 'edit' && <TrialForm trial={trial} onSaved={close} onClose={close} />}
      {action === 'measure' && <MeasureForm trial={trial} onClose={close} />}
      {(action === 'release' || action === 'reopen' || action === 'cancel') && (
        <StepDialog trial={trial} step={action} onClose={close} />
      )}
    </div>
  )
}

/** Its pieces, to raise a report on. */
const raisePath = ({ laidOut }: TrialDetail): string => {
  const ids = laidOut.map(({ id }) => id).join(',')
  const serials = laidOut.map(({ serial }) => serial).join(',')
  return `/quality/ncrs?raise=${ids}&as=${encodeURIComponent(serials)}`
}

interface HeadProps extends TrialProps {
  readonly onAct: (action: Action) => void
}

function Head({ trial, onAct }: HeadProps) {
  const { t } = useTranslation('trial-assembly')
  const canRaise = useAllowed({
    permission: 'quality.view',
    permissionOr: ['order.report', 'quality.inspect', 'quality.judge'],
  })
  const { no, status, order, name, heldOn, pieces, measurements, can } = trial
  const { total, measured, failed } = measurements
  const raises = canRaise && pieces > 0 && failed > 0 && status === 'open'
  return (
    <RecordHead<Action>
      no={no}
      state={<TrialStatusTag status={status} />}
      about={
        <>
          {name}
          {' · '}
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> {order.name}
        </>
      }
      {...(status === 'cancelled'
        ? {}
        : { steps: stepsOf(life, status, t('common:field.status'), (state) => t(`status.${state}`)) })}
      actions={placeActions<Action>(
        { ...can, raise: true },
        status === 'open'
          ? {
              next: measured < total || failed > 0 ? ['measure', 'release'] : ['release', 'measure'],
              beside: [...(raises ? (['raise'] as const) : []), 'edit'],
              more: ['cancel'],
            }
          : { more: status === 'released' ? ['reopen'] : [] },
      )}
      wordOf={(word) => t(`action.${word}`)}
      danger={danger}
      onAct={onAct}
      figures={[
        [t('field.heldOn'), heldOn],
        [t('common:field.pieces'), count(pieces)],
        [t('field.measuredOf'), `${count(measured)} / ${count(total)}`],
        [t('field.failed'), failed === 0 ? '0' : <StatusTag tone="bad" text={count(failed)} />],
      ]}
    >
      <RecordDocument kind="trial" id={trial.id} />
    </RecordHead>
  )
}

function TrialFacts({ trial }: TrialProps) {
  const { t } = useTranslation('trial-assembly')
  const instant = useInstant()
  const { place, participants, note, result, reason, releasedAt, releasedBy } = trial
  const facts = [
    [t('field.place'), place],
    [t('common:field.participants'), participants],
    [t('common:field.note'), note],
    [t('field.result'), result],
    [t('common:field.reason'), reason],
    [t('field.releasedBy'), releasedAt === null ? '' : `${releasedBy ?? ''} ${instant(releasedAt)}`],
  ] as const
  return <Facts className="facts" facts={facts.filter(([, value]) => value !== '')} />
}

function Photos({ trial }: TrialProps) {
  return (
    <PhotoStrip
      photos={trial.photos}
      allowed={trial.can.photo}
      upload={(files, onProgress) =>
        api('POST /api/trial-assemblies/:id/photos', {
          params: { id: trial.id },
          upload: { field: 'files', files },
          onProgress,
        })
      }
      fetch={(id, signal) => download('GET /api/trial-photos/:id/file', { params: { id }, signal })}
      onChanged={useQualityChanged()}
      testId="trial-photos"
    />
  )
}

interface StepProps extends TrialProps {
  readonly step: Step
  readonly onClose: () => void
}

/** Releases with a conclusion; reopens or cancels with a reason. */
function StepDialog({ trial: { id, no, version }, step, onClose }: StepProps) {
  const { t } = useTranslation('trial-assembly')
  const changed = useQualityChanged()
  return (
    <ActionDialog
      title={`${t(`action.${step}`)}: ${no}`}
      action={t(`action.${step}`)}
      danger={danger.has(step)}
      reason="required"
      maxWords={step === 'release' ? 1000 : 300}
      {...(step === 'release' ? { reasonLabel: t('field.result') } : {})}
      act={(words = '', idempotencyKey) =>
        step === 'release'
          ? api('POST /api/trial-assemblies/:id/release', {
              params: { id },
              body: { version, result: words },
              idempotencyKey,
            })
          : api(`POST /api/trial-assemblies/:id/${step}`, {
              params: { id },
              body: { version, reason: words },
              idempotencyKey,
            })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`${step}Text`)}</p>
    </ActionDialog>
  )
}

const valueColumns = (t: T): readonly Column<TrialMeasurement>[] => [
  { key: 'name', title: t('field.measurement'), width: 200, pinned: true, render: ({ name }) => name },
  {
    key: 'limits',
    title: t('field.limits'),
    width: 190,
    render: (one) => `${limitsText(one)} ${one.unit}`,
  },
  {
    key: 'measured',
    title: t('field.measured'),
    width: { zh: 90, other: 130 },
    align: 'right',
    render: ({ measured, unit }) => (measured === null ? absent : `${measured} ${unit}`),
  },
  {
    key: 'verdict',
    title: t('field.verdict'),
    width: 120,
    render: ({ verdict }) =>
      verdict === null ? (
        absent
      ) : (
        <StatusTag tone={verdict === 'pass' ? 'good' : 'bad'} text={t(`verdict.${verdict}`)} />
      ),
  },
  { key: 'clause', title: t('field.clause'), width: 180, render: ({ clause }) => clause || absent },
  { key: 'by', title: t('field.measuredBy'), width: 120, render: ({ measuredBy }) => measuredBy ?? absent },
]

const pieceColumns = (t: T): readonly Column<TrialPiece>[] => [
  {
    key: 'position',
    title: t('field.position'),
    width: 160,
    pinned: true,
    render: ({ position }) => position || absent,
  },
  { key: 'serial', title: t('common:field.serial'), width: 140, render: ({ serial }) => serial },
  { key: 'mark', title: t('common:field.mark'), width: 120, render: ({ mark }) => mark },
  { key: 'profile', title: t('field.profile'), width: 170, render: ({ profile }) => profile },
  {
    key: 'status',
    title: t('common:field.status'),
    width: 130,
    render: ({ status }) => <PieceStatusTag status={status} />,
  },
]
