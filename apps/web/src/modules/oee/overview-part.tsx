import type { FigureInputs, FigureRow, FigureReport } from '@cloud-factory/contract/oee/machine-figures'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { durationOf } from '../machine-states/duration.ts'
import { type FigureKey, figureText, percent, figureKeys } from './figure-text.ts'
import type { FigureGroup } from '@cloud-factory/domain/machines/equipment-enums'
import { Link } from 'react-router'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { Tip } from '../../shared/ui/tip.tsx'
import type { Scope } from './figures.rules.ts'

export interface Opened {
  readonly row: FigureRow
  readonly figure: FigureKey
  /** Whose figure it is. */
  readonly title: string
}

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

interface Props {
  readonly report: FigureReport
  readonly by: FigureGroup
  readonly onOpen: (opened: Opened) => void
  /** Shows the machines of a line or workshop alone. */
  readonly onOnly: (filters: Scope['filters']) => void
}

/** A row a machine, line, workshop, shift, day or month; the last row is all of them together. */
export function FigureTable({ report, by, onOpen, onOnly }: Props) {
  const { t } = useTranslation('oee')
  const nameOf = useNames()
  const titleOf = ({ name, names }: FigureRow) =>
    names === null ? (name === '' ? t('outside') : name) : nameOf(names)
  const cells = (row: FigureRow, title: string) =>
    figureKeys.map((key) => (
      <td key={key} className="is-number">
        <Figure row={row} figure={key} title={title} onOpen={onOpen} />
      </td>
    ))
  return (
    <ScrollRegion label={t('table')} width={1080}>
      <table className="figure-table" aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t(`by.${by}`)}</th>
            {figureKeys.map((key) => (
              <th key={key} scope="col" className="is-number" title={t(`machine-states:formula.${key}`)}>
                {t(`machine-states:figure.${key}`)}
              </th>
            ))}
            <th scope="col">{t('flags')}</th>
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName row={row} by={by} title={titleOf(row)} onOnly={onOnly} />
              </th>
              {cells(row, titleOf(row))}
              <td>
                <Flags row={row} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total', { count: report.total.machines })}</th>
            {cells(report.total, t('total', { count: report.total.machines }))}
            <td>
              <Flags row={report.total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

interface NameProps {
  readonly row: FigureRow
  readonly by: FigureGroup
  readonly title: string
  readonly onOnly: Props['onOnly']
}

function RowName({ row, by, title, onOnly }: NameProps) {
  if (by === 'machine') return <Link to={`/equipment/detail/${row.key}?part=states`}>{title}</Link>
  const filter = by === 'line' ? 'line' : by === 'workshop' ? 'workshopId' : null
  if (filter === null || row.key === '') return title
  return (
    <button type="button" className="row-button" onClick={() => onOnly({ [filter]: row.key })}>
      {title}
    </button>
  )
}

interface FigureProps {
  readonly row: FigureRow
  readonly figure: FigureKey
  readonly title: string
  readonly onOpen: Props['onOpen']
}

/** A number that opens what it is made of. */
function Figure({ row, figure, title, onOpen }: FigureProps) {
  const { t } = useTranslation('oee')
  const text = figureText(row, figure)
  const name = t(`machine-states:figure.${figure}`)
  return (
    <button
      type="button"
      className={`figure-open ${figure === 'oee' ? 'is-main' : ''}`}
      aria-label={t('open', { figure: name, of: title, value: text })}
      onClick={() => onOpen({ row, figure, title })}
    >
      {text}
    </button>
  )
}

function Flags({ row }: { readonly row: FigureRow }) {
  const { t } = useTranslation('oee')
  return (
    <span className="figure-flags">
      {row.figures.flags.map((flag) => (
        <Tip key={flag} title={t(`machine-states:flag.${flag}`)}>
          <StatusTag tone={flag === 'corrected' ? 'active' : 'warn'} text={t(`flag.${flag}`)} />
        </Tip>
      ))}
    </span>
  )
}
