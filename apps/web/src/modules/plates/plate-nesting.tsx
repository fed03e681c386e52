import type { PlateLayoutView, PlateNest, PlateNesting } from '@cloud-factory/contract/plates/plate-nests'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { gapOf, NestStatusTag, share } from '../nesting/nest-labels.tsx'
import { partRuns, PlateDrawing } from './plate-drawing.tsx'
import { plateNestingQuery, usePlatesChanged } from './plates.queries.ts'

const PlateNestForm = lazyDialog(async () => (await import('./plate-nest-form.tsx')).PlateNestForm)
const ReportLayoutForm = lazyDialog(async () => (await import('./report-layout-form.tsx')).ReportLayoutForm)

type Step = keyof PlateNest['can']
/** The words of a step; a job has steps of its own. */
const words = { release: 'release', stop: 'stopNest', cancel: 'cancelNest' } as const satisfies Record<
  Step,
  string
>

interface StepProps {
  readonly nesting: PlateNesting
  readonly nest: PlateNest
  readonly step: Step
  readonly onClose: () => void
}

function StepDialog({ nesting, nest, step, onClose }: StepProps) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  const call = { params: { id: nest.id }, body: { version: nest.version } }
  return (
    <ActionDialog
      title={`${t(`action.${words[step]}`)}: ${nesting.job.no}`}
      action={t(`action.${words[step]}`)}
      danger={step === 'cancel'}
      act={(_reason, idempotencyKey) => api(`POST /api/plate-nests/:id/${step}`, { ...call, idempotencyKey })}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`actionText.${words[step]}`)}</p>
    </ActionDialog>
  )
}

/** Steps that fit the state of the nest. */
const stepsOf = ({ status }: PlateNest): readonly Step[] =>
  status === 'solving'
    ? ['stop', 'cancel']
    : status === 'planned'
      ? ['release', 'cancel']
      : status === 'released'
        ? ['cancel']
        : []

interface BarProps {
  readonly nesting: PlateNesting
  readonly onNest: () => void
  readonly onStep: (step: Step) => void
}

function Bar({ nesting, onNest, onStep }: BarProps) {
  const { t } = useTranslation('plates')
  const navigate = useNavigate()
  const { job, nest, layouts, can } = nesting
  return (
    <div className="page-actions">
      {nest !== null &&
        stepsOf(nest).map((step) => (
          <ReasonButton
            key={step}
            {...(step === 'cancel' ? {} : { type: 'primary' as const })}
            allowed={nest.can[step]}
            onClick={() => onStep(step)}
          >
            {t(`action.${words[step]}`)}
          </ReasonButton>
        ))}
      {nest?.status !== 'solving' && (
        <ReasonButton
          {...(nest === null ? { type: 'primary' as const } : {})}
          allowed={can.nest}
          onClick={onNest}
        >
          {t(nest === null ? 'action.nest' : 'action.nestAgain')}
        </ReasonButton>
      )}
      {layouts.length > 0 && (
        <>
          <Button onClick={() => void navigate(`/order/plate-job/${job.id}/print`)}>
            {t('action.printLayouts')}
          </Button>
          <Button onClick={() => void navigate(`/order/plate-job/${job.id}/labels`)}>
            {t('shell:route.partLabels')}
          </Button>
        </>
      )}
    </div>
  )
}

function Unmade({ nest: { unmade } }: { readonly nest: PlateNest }) {
  const { t } = useTranslation('plates')
  if (unmade.length === 0) return null
  return (
    <details open={unmade.some(({ reason }) => reason !== 'no_rectangle')}>
      <summary>{`${t('nesting.unmade')} (${unmade.length})`}</summary>
      <ul>
        {unmade.map(({ order, mark, part, lengthMm, widthMm, quantity, reason }) => (
          <li key={`${order} ${mark} ${part} ${reason}`}>
            {order} · {mark} · {part} · {lengthMm ?? absent} × {widthMm ?? absent} · {quantity}:{' '}
            {t(`unmade.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Brings an element into view when it is the one that was scanned. */
function useInView(isScanned: boolean) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isScanned) box.current?.scrollIntoView({ block: 'start' })
  }, [isScanned])
  return box
}

/** Where the steel of a layout is: heat, whole plate or remnant, location. */
function usePlateText({ source }: PlateLayoutView): string {
  const { t } = useTranslation('plates')
  if (source === null) return t('nesting:toBuy')
  const plate = source.remnantId === null ? t('nesting.whole') : `P${source.remnantId}`
  return [source.heat, plate, source.location].filter(Boolean).join(' · ')
}

interface LayoutProps {
  readonly layout: PlateLayoutView
  /** Its sheet was scanned: it is brought into view. */
  readonly isScanned: boolean
  readonly onReport: (layout: PlateLayoutView) => void
}

function Layout({ layout, isScanned, onReport }: LayoutProps) {
  const { t } = useTranslation('plates')
  const box = useInView(isScanned)
  const { position, status, thicknessMm, grade, lengthMm, widthMm, waste, parts, cuts, cut } = layout
  const plate = usePlateText(layout)
  return (
    <article
      ref={box}
      className={isScanned ? 'plate-layout is-scanned' : 'plate-layout'}
      aria-label={t('nesting.layout', { position })}
    >
      <div className="plate-layout-head">
        <h3>{t('nesting.layout', { position })}</h3>
        <span>
          {thicknessMm} mm {grade} · {thousands(lengthMm)} × {thousands(widthMm)} mm
        </span>
        <span>{plate}</span>
        <span>{t('nesting.parts', { count: parts.length })}</span>
        <span>
          {t('nesting:field.waste')} {share(waste)}
        </span>
        <span>{cut === null ? t(`nesting:barStatus.${status}`) : t('nesting.cutBy', cut)}</span>
        {status === 'reserved' && (
          <ReasonButton size="small" allowed={layout.can.report} onClick={() => onReport(layout)}>
            {t('action.reportPlate')}
          </ReasonButton>
        )}
      </div>
      <PlateDrawing layout={layout} />
      <details>
        <summary>{t('nesting.cutsAndParts')}</summary>
        <ul className="plate-columns">
          {partRuns(parts).map(({ part, line }) => (
            <li key={part.no}>
              {line}
              {part.turned && ` · ${t('nesting.turned')}`}
              {part.scrapped && ` · ${t('nesting:scrapped')}`}
            </li>
          ))}
        </ul>
        <h4>{t('nesting.cuts')}</h4>
        <ol className="plate-columns">
          {cuts.map(({ axis, at, from, to }, no) => (
            <li key={`${axis} ${at} ${from}`}>
              {no + 1}. {t(axis === 'x' ? 'nesting.across' : 'nesting.along', { at, from, to })}
            </li>
          ))}
        </ol>
      </details>
    </article>
  )
}

/** What a plan costs and wastes, and how much cheaper one could be. */
function Figures({ nest, plates }: { readonly nest: PlateNest; readonly plates: number }) {
  const { t } = useTranslation('plates')
  return (
    <Facts
      className="facts"
      facts={[
        [t('field.plates'), String(plates)],
        [t('nesting:field.waste'), share(nest.waste)],
        [t('common:field.cost'), nest.cost === null ? absent : thousands(nest.cost.toFixed(2))],
        [
          t('nesting:field.gap'),
          [gapOf(nest.cost, nest.bound), nest.ended === null ? '' : t(`nesting:ended.${nest.ended}`)]
            .filter(Boolean)
            .join(' · '),
        ],
      ]}
    />
  )
}

interface StatusProps {
  readonly nest: PlateNest | null
  readonly plates: number
}

/** How far the search is, or what it found. */
function Status({ nest, plates }: StatusProps) {
  const { t } = useTranslation('plates')
  const reasonText = useReasonText()
  if (nest === null) return <p>{t('nesting.none')}</p>
  return (
    <>
      {nest.status === 'solving' && <Notice tone="good" title={t('nesting.solving')} />}
      {nest.reason !== null && <Notice tone="warn" title={reasonText(nest.reason)} />}
      <Figures nest={nest} plates={plates} />
      <Unmade nest={nest} />
    </>
  )
}

function Nesting({ nesting, open }: { readonly nesting: PlateNesting; readonly open: number }) {
  const { t } = useTranslation('plates')
  const [dialog, setDialog] = useState<'nest' | Step | PlateLayoutView | null>(null)
  const close = () => setDialog(null)
  const { nest, layouts } = nesting
  const [search] = useSearchParams()
  const scanned = search.get('layout')
  const isGone = scanned !== null && layouts.every(({ id }) => id !== scanned)
  return (
    <section>
      <h2>
        {t('nesting.title')} {nest !== null && <NestStatusTag status={nest.status} />}
      </h2>
      <Bar nesting={nesting} onNest={() => setDialog('nest')} onStep={setDialog} />
      {isGone && <Notice tone="warn" title={t('nesting.layoutGone')} />}
      <Status nest={nest} plates={layouts.length} />
      {layouts.map((layout) => (
        <Layout key={layout.id} layout={layout} isScanned={layout.id === scanned} onReport={setDialog} />
      ))}
      {dialog === 'nest' && <PlateNestForm nesting={nesting} open={open} onClose={close} />}
      {typeof dialog === 'object' && dialog !== null && <ReportLayoutForm layout={dialog} onClose={close} />}
      {typeof dialog === 'string' && dialog !== 'nest' && nest !== null && (
        <StepDialog nesting={nesting} nest={nest} step={dialog} onClose={close} />
      )}
    </section>
  )
}

/** Rectangles of a job on plates: search, layouts, and reports. */
export function PlateNestingSection({ jobId, open }: { readonly jobId: string; readonly open: number }) {
  const { data, error, refetch } = useQuery(plateNestingQuery(jobId))
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data === undefined ? null : <Nesting nesting={data} open={open} />
}
