import { machineClasses, figureGroups } from '@cloud-factory/domain/machines/equipment-enums'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { daysBefore } from '../../shared/format/day-range.ts'
import { SpanFilter } from '../../shared/list/filters.tsx'
import { type Choice, ChoiceFilters } from '../../shared/list/select-filter.tsx'
import { figuresQuery } from '../machine-states/states.queries.ts'
import { type FilterName, type Scope, spanOf, parts, scopeOf, searchOf } from './figures.rules.ts'
import type { FigureRow } from '@cloud-factory/contract/oee/machine-figures'
import { useState, useMemo } from 'react'
import { TrendChart } from '../../shared/chart/charts.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { type Opened, FigureTable } from './overview-part.tsx'
import { percent, figureKeys } from './figure-text.ts'
import './figures.css'
import { PrinterOutlined, DownloadOutlined } from '@ant-design/icons'
import { useSearchParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { download } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ParetoPart } from './pareto-part.tsx'

const FigureDialog = lazyDialog(async () => (await import('./figure-dialog.tsx')).FigureDialog)

interface FigureFiltersProps {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [1, 7, 30, 90] as const

/** Days, grouping and machines of the figures. */
export function FigureFilters({ scope, today, onChange }: FigureFiltersProps) {
  const { t } = useTranslation('oee')
  // All machines of these days, so that other lines stay selectable when one is selected.
  const { data } = useQuery(figuresQuery({ from: scope.from, to: scope.to, by: 'machine' }))
  const choices: readonly Omit<Choice<FilterName>, 'label'>[] = [
    {
      name: 'workshopId',
      options: (data?.workshops ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'line', options: (data?.lines ?? []).map((line) => ({ value: line, label: line })) },
    {
      name: 'class',
      options: machineClasses.map((value) => ({ value, label: t(`machines:class.${value}`) })),
    },
    {
      name: 'machineId',
      options: (data?.rows ?? []).map(({ key, name }) => ({ value: key, label: name })),
    },
  ]
  return (
    <div className="figure-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span.label')}
        spans={spans.map((value) => ({
          value,
          label: t(`span.${value}`),
          days: [daysBefore(today, value - 1), today] as const,
        }))}
        onChange={onChange}
      />
      {scope.part === 'overview' && (
        <ListSelect
          label={t('by.label')}
          required
          values={[scope.by]}
          options={figureGroups.map((value) => ({ value, label: `${t('by.label')} · ${t(`by.${value}`)}` }))}
          onChange={([word]) => onChange({ by: figureGroups.find((by) => by === word) ?? scope.by })}
        />
      )}
      <ChoiceFilters
        choices={choices.map((choice) => ({ ...choice, label: t(`filter.${choice.name}`) }))}
        chosen={scope.filters}
        onChange={(filters) => onChange({ filters })}
      />
    </div>
  )
}

interface OverviewPartProps {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

/** Figures of the period by the selected grouping; each number opens its inputs. */
export function OverviewPart({ scope, onChange }: OverviewPartProps) {
  const { t } = useTranslation('oee')
  const query = useQuery(figuresQuery({ ...spanOf(scope), by: scope.by }))
  const trend = useQuery(figuresQuery({ ...spanOf(scope), by: scope.by === 'month' ? 'month' : 'day' }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data } = query
  const days = trend.data?.rows ?? []
  return (
    <div className={query.isPlaceholderData ? 'is-old' : ''} aria-busy={query.isFetching}>
      <QueryState query={query} rows={8} />
      {data?.rows.length === 0 && <p className="list-empty">{t('empty')}</p>}
      {days.length > 1 && <Trend days={days} />}
      {data !== undefined && data.rows.length > 0 && (
        <FigureTable
          report={data}
          by={scope.by}
          onOpen={setOpened}
          onOnly={(filters) => onChange({ by: 'machine', filters: { ...scope.filters, ...filters } })}
        />
      )}
      <p className="page-note">{t('basis')}</p>
      {opened !== null && <FigureDialog {...opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** OEE and availability, one point a day or month. */
function Trend({ days }: { readonly days: readonly FigureRow[] }) {
  const { t } = useTranslation('oee')
  return (
    <TrendChart
      label={t('trend')}
      months={days.map(({ key }) => (key.length > 7 ? key.slice(5) : key))}
      trends={[
        { name: t('machine-states:figure.oee'), values: days.map(({ figures }) => figures.oee) },
        {
          name: t('machine-states:figure.availability'),
          values: days.map(({ figures }) => figures.availability),
        },
      ]}
      written={percent}
    />
  )
}

const times = ['planned', 'running', 'setup', 'idle', 'fault', 'unknown', 'plannedStop'] as const
const hours = new Set<string>(['mtbf', 'mttr', 'mttrOrder', 'mttrMend', ...times])

/** The figures that are shown as a file, with the times that they are made of. */
function ExportFigures({ scope }: { readonly scope: Scope }) {
  const { t } = useTranslation('oee')
  const language = useSettings((settings) => settings.language)
  const [open, setOpen] = useState(false)
  const titleOf = (key: (typeof figureKeys)[number]) =>
    `${t(`machine-states:figure.${key}`)}${hours.has(key) ? ' (h)' : key === 'energy' ? '' : ' (%)'}`
  const columns = [
    { key: 'name' as const, title: t(`by.${scope.by}`) },
    { key: 'machines' as const, title: t('machines') },
    ...figureKeys.map((key) => ({ key, title: titleOf(key) })),
    { key: 'energyUnit' as const, title: t('common:field.unit') },
    ...times.map((key) => ({ key, title: `${t(`input.${key}S`)} (h)` })),
    { key: 'failures' as const, title: t('input.failures') },
    { key: 'repairs' as const, title: t('input.repairs') },
    { key: 'output' as const, title: t('input.output') },
    { key: 'outputUnit' as const, title: t('common:field.unit') },
  ]
  const body = {
    filter: { ...spanOf(scope), by: scope.by },
    name: `${t('shell:route.equipmentFigures')} ${scope.from} ${scope.to}`,
    language,
    columns,
  }
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t('export')}
      </Button>
      {open && (
        <DownloadDialog
          title={t('exporting')}
          fetch={(options) => download('POST /api/exports/figures', { body, ...options })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const weekMs = 6 * 86_400_000

/** Key figures of machines, and the causes of their stops. */
export function FiguresPage() {
  const { t } = useTranslation('oee')
  const instant = useInstant()
  // Time of this visit: the page does not change at midnight while somebody reads it.
  const [[today, weekAgo]] = useState(() => {
    const now = Date.now()
    return [instant(now, '{y}-{m}-{d}'), instant(now - weekMs, '{y}-{m}-{d}')] as const
  })
  const [search, setSearch] = useSearchParams()
  const scope = useMemo(() => scopeOf(search, today, weekAgo), [search, today, weekAgo])
  const change = (part: Partial<Scope>) => setSearch(searchOf({ ...scope, ...part }), { replace: true })
  return (
    <div className="page is-filling figures-page">
      <PageHeader
        title={t('shell:route.equipmentFigures')}
        note={t('note', { from: scope.from, to: scope.to })}
      >
        <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
          {t('common:action.print')}
        </Button>
        <ExportFigures scope={scope} />
      </PageHeader>
      <FigureFilters scope={scope} today={today} onChange={change} />
      <PartTabs
        label={t('parts')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={scope.part}
        onShow={(part) => change({ part })}
      >
        {scope.part === 'overview' ? (
          <OverviewPart scope={scope} onChange={change} />
        ) : (
          <ParetoPart scope={scope} />
        )}
      </PartTabs>
    </div>
  )
}
