import type { FigureInputs, FigureRow } from '@cloud-factory/contract/oee/machine-figures'
import { Modal } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { durationOf } from '../machine-states/duration.ts'
import { type FigureKey, figureText, percent } from './figure-text.ts'
import type { Opened } from './overview-part.tsx'

type Input =
  | Exclude<keyof FigureInputs, 'outputUnit' | 'runS'>
  | 'observed'
  | 'uptime'
  | 'availability'
  | 'performance'
  | 'quality'
  | 'oee'

/** Inputs of each figure, in the order of its formula. */
const parts: Readonly<Record<FigureKey, readonly Input[]>> = {
  oee: ['availability', 'performance', 'quality'],
  availability: ['runningS', 'observed', 'plannedS', 'unknownS'],
  performance: ['idealS', 'ratedRunS', 'output'],
  quality: ['goodShare', 'output'],
  teep: ['oee', 'plannedS', 'calendarS'],
  coverage: ['observed', 'plannedS', 'unknownS'],
  mtbf: ['uptime', 'failures'],
  mttr: ['faultS', 'failures'],
  mttrOrder: ['restoreS', 'repairs'],
  mttrMend: ['mendS', 'repairs'],
  arcOn: ['arcOnS', 'arcRunS'],
  energy: ['energyKwh', 'output'],
}

/** The formula of a number and the sums that were put into it. */
export function FigureDialog({ row, figure, title, onClose }: Opened & { readonly onClose: () => void }) {
  const { t } = useTranslation('oee')
  const { plannedS, runningS, setupS, idleS, faultS, unknownS, plannedStopS } = row.inputs
  const times = { plannedS, runningS, setupS, idleS, faultS, unknownS, plannedStopS }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={`${title} · ${t(`machine-states:figure.${figure}`)}`}
        footer={null}
        onCancel={onClose}
      >
        <p className="figure-shown">
          <strong>{figureText(row, figure)}</strong> = {t(`machine-states:formula.${figure}`)}
        </p>
        <dl className="figure-inputs">
          {parts[figure].map((input) => (
            <div key={input}>
              <dt>{t(`input.${input}`)}</dt>
              <dd>{inputText(row, input)}</dd>
            </div>
          ))}
        </dl>
        <h3>{t('times')}</h3>
        <dl className="figure-inputs">
          {(Object.keys(times) as (keyof typeof times)[]).map((input) => (
            <div key={input}>
              <dt>{t(`input.${input}`)}</dt>
              <dd>{durationOf(times[input])}</dd>
            </div>
          ))}
        </dl>
        {row.figures.flags.map((flag) => (
          <p key={flag} className="page-note">
            {t(`machine-states:flag.${flag}`)}
          </p>
        ))}
      </Modal>
    </>
  )
}

/** Inputs that are no times. */
const others: Readonly<Partial<Record<Input, (row: FigureRow) => string>>> = {
  availability: ({ figures }) => percent(figures.availability),
  performance: ({ figures }) => percent(figures.performance),
  quality: ({ figures }) => percent(figures.quality),
  oee: ({ figures }) => percent(figures.oee),
  goodShare: ({ inputs }) => percent(inputs.goodShare),
  failures: ({ inputs }) => String(inputs.failures),
  repairs: ({ inputs }) => String(inputs.repairs),
  output: ({ inputs }) => (inputs.output === null ? absent : `${round(inputs.output)} ${inputs.outputUnit}`),
  energyKwh: ({ inputs }) => (inputs.energyKwh === null ? absent : `${round(inputs.energyKwh)} kWh`),
}

function inputText(row: FigureRow, input: Input): string {
  const { plannedS, unknownS, faultS, ...inputs } = row.inputs
  const times: Readonly<Partial<Record<Input, number | null>>> = {
    ...inputs,
    plannedS,
    unknownS,
    faultS,
    observed: plannedS - unknownS,
    uptime: Math.max(0, plannedS - unknownS - faultS),
  }
  return others[input]?.(row) ?? durationOf(times[input] ?? null)
}

const round = (value: number) => Math.round(value * 10) / 10
