import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineTimeline, MachineInterval } from '@cloud-factory/contract/machine-states/machine-states'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { Slider, Segmented } from 'antd'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { durationOf } from './duration.ts'
import { useStatesChanged, figuresQuery, timelineQuery } from './states.queries.ts'
import './states.css'
import { useQuery } from '@tanstack/react-query'
import { ProblemAlert, QueryState } from '../../shared/ui/problem-alert.tsx'
import { useGiveReason } from './use-give-reason.ts'
import { OutOfServiceSection } from './out-of-service-section.tsx'
import { StopTable } from './stop-table.tsx'
import type { FigureRow } from '@cloud-factory/contract/oee/machine-figures'
import { absent } from '../../shared/format/numbers.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface Props {
  readonly timeline: MachineTimeline
  readonly hours: number
}

/** A band of states; the table below has the same data as text. */
function Timeline({ timeline: { now, intervals, outOfService }, hours }: Props) {
  const { t } = useTranslation('machine-states')
  const stateName = useStateName()
  const instant = useInstant()
  const end = Date.parse(now)
  const from = end - hours * 3_600_000
  const place = (at: number) => ((Math.min(Math.max(at, from), end) - from) / (end - from)) * 100
  const ticks = Array.from({ length: 7 }, (_, index) => from + ((end - from) * index) / 6)
  return (
    <figure className="timeline">
      <div className="timeline-band" role="img" aria-label={t('timelineLabel', { count: intervals.length })}>
        {intervals.map(({ id, state, from: begun, to }) => {
          const left = place(Date.parse(begun))
          const width = place(to === null ? end : Date.parse(to)) - left
          return (
            <span
              key={id}
              className={`timeline-piece is-${state}`}
              style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
              title={`${stateName(state)} ${instant(begun, '{m}-{d} {h}:{i}')} – ${to === null ? t('common:plan.now') : instant(to, '{h}:{i}')}`}
            />
          )
        })}
        {outOfService.map(({ from: begun, to, kind }) => {
          const left = place(Date.parse(begun))
          const width = place(to === null ? end : Date.parse(to)) - left
          return (
            <span
              key={begun}
              className="timeline-out-of-service"
              style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
              title={`${t('outOfService.title')}: ${t(`outOfService.kinds.${kind}`)}`}
            />
          )
        })}
      </div>
      <div className="timeline-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{instant(tick, hours > 24 ? '{m}-{d}' : '{h}:{i}')}</span>
        ))}
      </div>
      <ul className="timeline-legend">
        {machineStates.map((state) => (
          <li key={state}>
            <i className={`is-${state}`} aria-hidden="true" /> {stateName(state)}
          </li>
        ))}
        <li>
          <i className="is-out-of-service" aria-hidden="true" /> {t('outOfService.title')}
        </li>
      </ul>
    </figure>
  )
}

interface SplitDialogProps {
  readonly interval: MachineInterval
  /** Until when a stop that goes on can be cut. */
  readonly now: string
  readonly onClose: () => void
}

/** Cuts a stop in two, so that each part has its own reason. */
function SplitDialog({ interval, now, onClose }: SplitDialogProps) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const changed = useStatesChanged()
  const from = Date.parse(interval.from)
  const seconds = Math.floor((Date.parse(interval.to ?? now) - from) / 1000)
  const step = seconds > 1200 ? 60 : 1
  const [cut, setCut] = useState(Math.max(1, Math.floor(seconds / 2 / step) * step))
  const at = new Date(from + cut * 1000)
  return (
    <ActionDialog
      title={t('splitTitle')}
      action={t('action.split')}
      act={() =>
        api('POST /api/machine-intervals/:id/split', {
          params: { id: interval.id },
          body: { version: interval.version, at: at.toISOString() },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p id="split-at">
        {t('splitAt', {
          at: instant(at, '{m}-{d} {h}:{i}:{s}'),
          first: durationOf(cut),
          second: durationOf(seconds - cut),
        })}
      </p>
      <Slider
        min={1}
        max={Math.max(2, seconds - 1)}
        step={step}
        value={cut}
        tooltip={{ formatter: null }}
        ariaLabelledByForHandle="split-at"
        ariaValueTextFormatterForHandle={(value) => instant(from + value * 1000, '{h}:{i}:{s}')}
        onChange={setCut}
      />
    </ActionDialog>
  )
}

interface JoinDialogProps {
  readonly interval: MachineInterval
  readonly onClose: () => void
}

/** Takes a cut back. */
function JoinDialog({ interval: { id, version, from }, onClose }: JoinDialogProps) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const changed = useStatesChanged()
  return (
    <ActionDialog
      title={t('joinTitle')}
      action={t('action.join')}
      act={() =>
        api('POST /api/machine-intervals/:id/join', { params: { id }, body: { version } }).finally(
          () => void changed(),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('joinText', { at: instant(from, '{m}-{d} {h}:{i}:{s}') })}
    </ActionDialog>
  )
}

const percent = (share: number | null) => (share === null ? absent : `${(share * 100).toFixed(1)} %`)

/** Key figures with their inputs; the formula is below each. */
function FigureCards({ row: { figures, inputs } }: { readonly row: FigureRow }) {
  const { t } = useTranslation('machine-states')
  const kwh = figures.kwhPerUnit === null ? absent : `${figures.kwhPerUnit.toFixed(2)} ${figures.energyUnit}`
  const values = {
    oee: percent(figures.oee),
    availability: percent(figures.availability),
    performance: percent(figures.performance),
    quality: percent(figures.quality),
    teep: percent(figures.teep),
    coverage: percent(figures.coverage),
    mtbf: durationOf(figures.mtbfS),
    mttr: durationOf(figures.mttrS),
    mttrOrder: durationOf(figures.mttrOrderS),
    mttrMend: durationOf(figures.mttrMendS),
    arcOn: percent(figures.arcOn),
    energy: kwh,
  } as const
  const made = {
    planned: durationOf(inputs.plannedS),
    running: durationOf(inputs.runningS),
    fault: durationOf(inputs.faultS),
    failures: inputs.failures,
    output: inputs.output === null ? absent : `${Math.round(inputs.output * 10) / 10} ${inputs.outputUnit}`,
  }
  return (
    <>
      <dl className="figure-cards">
        {(Object.keys(values) as (keyof typeof values)[]).map((key) => (
          <div key={key}>
            <dt>{t(`figure.${key}`)}</dt>
            <dd>
              {values[key]}
              <small>{t(`formula.${key}`)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="page-note">{t('inputs', made)}</p>
      {figures.flags.map((flag) => (
        <p key={flag} className="page-note">
          {t(`flag.${flag}`)}
        </p>
      ))}
    </>
  )
}

const spans = [12, 24, 168] as const

interface Open {
  readonly action: 'reason' | 'split' | 'join'
  readonly interval: MachineInterval
}

interface StopsProps {
  readonly timeline: MachineTimeline
  readonly opens: (action: Open['action']) => (interval: MachineInterval) => void
}

/** Stops of the span; a reason that is proposed is taken over on the spot. */
function Stops({ timeline, opens }: StopsProps) {
  const { t } = useTranslation('machine-states')
  const { error, accept } = useGiveReason()
  const [refused, setRefused] = useState(false)
  const takeOver = async (interval: MachineInterval) => setRefused((await accept([interval]))?.refused === 1)
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <div role="status">{refused && t('proposalChanged')}</div>
      <StopTable
        timeline={timeline}
        onReason={opens('reason')}
        onSplit={opens('split')}
        onJoin={opens('join')}
        onAccept={(interval) => void takeOver(interval)}
      />
    </>
  )
}

/** States of a machine, its stop reasons, and the figures of its last week. */
export function StatesPart({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const [hours, setHours] = useState<(typeof spans)[number]>(24)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const opens = (action: Open['action']) => (interval: MachineInterval) => setOpen({ action, interval })
  const [today] = useState(() => Date.now())
  const day = (daysAgo: number) => instant(new Date(today - daysAgo * 86_400_000), '{y}-{m}-{d}')
  const timeline = useQuery(timelineQuery(machineId, hours))
  const figures = useQuery(figuresQuery({ from: day(6), to: day(0), by: 'machine', machineId }))
  return (
    <div className="states-part">
      <header>
        <h2>{t('timeline')}</h2>
        <Segmented
          aria-label={t('common:span.label')}
          value={hours}
          options={spans.map((value) => ({ value, label: t(`spans.${value}`) }))}
          onChange={setHours}
        />
      </header>
      <QueryState query={timeline} />
      {timeline.data !== undefined && (
        <>
          <Timeline timeline={timeline.data} hours={hours} />
          <Stops timeline={timeline.data} opens={opens} />
        </>
      )}
      <h2>{t('figures', { from: day(6), to: day(0) })}</h2>
      <QueryState query={figures} />
      {figures.data !== undefined && <FigureCards row={figures.data.total} />}
      <OutOfServiceSection machineId={machineId} />
      {open?.action === 'reason' && <ReasonDialog interval={open.interval} onClose={close} />}
      {open?.action === 'join' && <JoinDialog interval={open.interval} onClose={close} />}
      {open?.action === 'split' && timeline.data !== undefined && (
        <SplitDialog interval={open.interval} now={timeline.data.now} onClose={close} />
      )}
    </div>
  )
}
