import type {
  ControlChartView,
  MissReport,
} from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { ControlLine } from './control-line.tsx'
import { percent, Part } from './part.tsx'
import { isOfReadings, chartKinds, hasGroups, type Scope, sizes, spanQuery } from './statistics-scope.ts'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useQuery } from '@tanstack/react-query'
import { chartQuery } from './statistics.queries.ts'

/** A control chart: its two lines, its signals, and the process capability. */
function ChartView({ chart }: { readonly chart: ControlChartView }) {
  const { t } = useTranslation('quality-statistics')
  const at = useWhen()
  const { kind, points, location, spread, signals, capability } = chart
  const written = kind === 'p' ? percent : (value: number) => String(Math.round(value * 1000) / 1000)
  const leads = (index: number) => pathOf(points[index])
  const titleOf = (values: readonly (number | null)[]) => (index: number) =>
    [at(points[index]?.at ?? ''), points[index]?.inspection?.no, written(values[index] ?? 0)]
      .filter((word) => word !== undefined)
      .join(' · ')
  const values = points.map(({ value }) => value)
  const spreads = points.map((point) => point.spread)
  const markedOn = (line: Signal['line']) =>
    new Set(signals.filter((signal) => signal.line === line).map(({ point }) => point))
  const marked = { location: markedOn('location'), spread: markedOn('spread') }
  return (
    <>
      {location === null && <p className="page-note">{t('chart.few', { count: points.length })}</p>}
      <ControlLine
        caption={t(`chart.location.${kind}`)}
        label={t('chart.label', {
          what: t(`chart.location.${kind}`),
          count: points.length,
          signals: marked.location.size,
        })}
        values={values}
        limits={location}
        tolerances={isOfReadings(kind) ? tolerancesOf(chart) : []}
        marked={marked.location}
        titleOf={titleOf(values)}
        pathTo={leads}
        written={written}
      />
      {isOfReadings(kind) && (
        <ControlLine
          caption={t(`chart.spread.${kind}`)}
          label={t('chart.label', {
            what: t(`chart.spread.${kind}`),
            count: points.length,
            signals: marked.spread.size,
          })}
          values={spreads}
          limits={spread}
          marked={marked.spread}
          titleOf={titleOf(spreads)}
          pathTo={leads}
          written={written}
        />
      )}
      {capability !== null && <Capability capability={capability} />}
      {signals.length > 0 && <Signals chart={chart} written={written} />}
    </>
  )
}

interface CapabilityProps {
  readonly capability: NonNullable<ControlChartView['capability']>
}

function Capability({ capability }: CapabilityProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <dl className="capability">
      {(['cp', 'cpk', 'pp', 'ppk', 'cpm', 'mean', 'sigma'] as const).map((name) => (
        <div key={name} title={t(`capability.${name}`)}>
          <dt>{t(`capability.short.${name}`)}</dt>
          <dd>{capability[name]?.toFixed(name === 'mean' || name === 'sigma' ? 3 : 2) ?? absent}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SignalsProps {
  readonly chart: ControlChartView
  readonly written: (value: number) => string
}

/** The latest signals in words, each with its inspection. */
function Signals({ chart: { kind, points, signals }, written }: SignalsProps) {
  const { t } = useTranslation('quality-statistics')
  const at = useWhen()
  const latest = signals.toSorted((a, b) => a.point - b.point).slice(-20)
  const spreadName = isOfReadings(kind) ? t(`chart.spread.${kind}`) : ''
  return (
    <table className="statistics-table" aria-label={t('chart.signals')}>
      <thead>
        <tr>
          <th scope="col">{t('chart.signals')}</th>
          <th scope="col">{t('common:ncr.when')}</th>
          <th scope="col">{t('common:kind.inspection')}</th>
          <th scope="col" className="is-number">
            {t('chart.value')}
          </th>
        </tr>
      </thead>
      <tbody>
        {latest.map(({ line, rule, point }) => {
          const words = t(`chart.signal.${rule}`)
          const shown = points[point]
          return (
            <tr key={`${line} ${rule} ${point}`}>
              <th scope="row">
                {line === 'spread' ? t('chart.onLine', { line: spreadName, signal: words }) : words}
              </th>
              <td>{at(shown?.at ?? '')}</td>
              <td>
                <PointLink point={shown} />
              </td>
              <td className="is-number">
                {written((line === 'spread' ? shown?.spread : shown?.value) ?? 0)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type Signal = ControlChartView['signals'][number]
type Point = ControlChartView['points'][number] | undefined

const pathOf = (point: Point): string | null =>
  point?.inspection === undefined || point.inspection === null
    ? null
    : `/quality/inspection/${point.inspection.id}`

function PointLink({ point }: { readonly point: Point }) {
  const path = pathOf(point)
  return path === null ? absent : <Link to={path}>{point?.inspection?.no}</Link>
}

/** The limits of the standard in tolerances; means rarely reach them, so they are drawn when values or limits come near. */
function tolerancesOf({ points, location, kind }: ControlChartView): number[] {
  if (kind === 'i_mr') return [-1, 1]
  const most = Math.max(
    ...points.map(({ value }) => Math.abs(value)),
    Math.abs(location?.upper[0] ?? 0),
    Math.abs(location?.lower[0] ?? 0),
  )
  return most > 0.6 ? [-1, 1] : []
}

/** An instant to the minute, a day as it is. */
function useWhen(): (at: string) => string {
  const instant = useInstant()
  return (at) => (at.length > 10 ? instant(new Date(at), '{y}-{m}-{d} {h}:{i}') : at)
}

interface ChartToolsProps {
  readonly scope: Scope
  /** The item that is charted. */
  readonly itemId: string | null
  readonly items: MissReport['bars']
  readonly onChange: (change: Partial<Scope>) => void
}

/** Kind of the chart, its item and the size of its subgroups, as far as the kind has them. */
function ChartTools({ scope: { kind, size }, itemId, items, onChange }: ChartToolsProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useNames()
  const options = items.flatMap((item) =>
    item.itemId === null ? [] : [{ value: item.itemId, label: nameOf(item.names) }],
  )
  return (
    <div className="statistics-tools">
      <ListSelect
        label={t('chart.kind.label')}
        required
        values={[kind]}
        options={chartKinds.map((value) => ({ value, label: t(`chart.kind.${value}`) }))}
        onChange={([word]) => onChange({ kind: chartKinds.find((one) => one === word) ?? kind })}
      />
      {isOfReadings(kind) && (
        <ListSelect
          label={t('common:field.item')}
          required
          values={itemId === null ? [] : [itemId]}
          options={options}
          onChange={([id = null]) => onChange({ itemId: id })}
        />
      )}
      {hasGroups(kind) && (
        <ListSelect
          label={t('chart.size')}
          required
          values={[String(size)]}
          options={sizes.map((value) => ({ value: String(value), label: `n = ${value}` }))}
          onChange={([word]) => onChange({ size: sizes.find((one) => String(one) === word) ?? size })}
        />
      )}
    </div>
  )
}

interface ChartPartProps {
  readonly scope: Scope
  /** Items to choose from; the first is shown unless the address names another. */
  readonly items: MissReport['bars']
  readonly onChange: (change: Partial<Scope>) => void
}

/** Whether the process is in control: of an item's readings, or of rejected pieces and defects by day. */
export function ChartPart({ scope, items, onChange }: ChartPartProps) {
  const { t } = useTranslation('quality-statistics')
  const { kind } = scope
  const itemId = scope.itemId ?? items.find((item) => item.itemId !== null)?.itemId ?? null
  const tools = <ChartTools scope={scope} itemId={itemId} items={items} onChange={onChange} />
  if (isOfReadings(kind) && itemId === null)
    return (
      <section className="statistics-part">
        <header>
          <h2>{t('chart.title')}</h2>
          {tools}
        </header>
        <p className="list-empty">{t('chart.noItem')}</p>
      </section>
    )
  return <Charted scope={scope} itemId={itemId} tools={tools} />
}

interface ChartedProps {
  readonly scope: Scope
  readonly itemId: string | null
  readonly tools: React.ReactNode
}

function Charted({ scope, itemId, tools }: ChartedProps) {
  const { t } = useTranslation('quality-statistics')
  const { kind, size } = scope
  const query = useQuery(
    chartQuery({
      ...spanQuery(scope),
      kind,
      ...(isOfReadings(kind) && itemId !== null ? { itemId } : {}),
      ...(hasGroups(kind) ? { size: String(size) } : {}),
    }),
  )
  return (
    <Part title={t('chart.title')} formula={t(`chart.formula.${kind}`)} tools={tools} query={query}>
      {(chart) =>
        chart.points.length === 0 ? <p className="list-empty">{t('empty')}</p> : <ChartView chart={chart} />
      }
    </Part>
  )
}
