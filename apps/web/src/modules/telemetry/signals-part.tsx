import type {
  TextChange,
  TextChangePage,
  LiveSignal,
  MachineSignals,
} from '@cloud-factory/contract/telemetry/telemetry'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Button, Empty, Select, Checkbox, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { QueryState, ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { absent, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { ConnectGuide, useFirstMessage } from './connect-guide.tsx'
import { signalsQuery } from './signals.queries.ts'
import { TrendPanel } from './trend-panel.tsx'
import './signals.css'

const ttlMs = 15_000

/**
 * History of text signals such as job, program or operator: each change with its time. Empty if the
 * machine never sent one.
 */
function TextHistory({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  const [slot, setSlot] = useState<number | undefined>(undefined)
  const query = useTexts(machineId, slot)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query
  if (data === undefined) return <QueryState query={query} />
  const signals = data.pages[0]?.signals ?? []
  const items = data.pages.flatMap((page) => page.items)
  if (signals.length + items.length === 0) return null
  return (
    <section className="signals-texts" aria-label={t('texts.title')}>
      <header>
        <h3>{t('texts.title')}</h3>
        <Select
          allowClear
          aria-label={t('common:field.role')}
          placeholder={t('texts.all')}
          value={slot}
          options={signals.map((one) => ({ value: one.slot, label: nameOf(one.names) }))}
          onChange={setSlot}
        />
      </header>
      <QueryState query={query} />
      {items.length === 0 && <Empty description={t('texts.noneYet')} />}
      <ol aria-label={t('texts.list')} aria-busy={isPlaceholderData}>
        {items.map((item) => (
          <TextEntry key={`${item.slot} ${item.at}`} change={item} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('texts.more')}
        </Button>
      )}
    </section>
  )
}

function TextEntry({ change: { at, until, names, kind, text } }: { readonly change: TextChange }) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  const instant = useInstant()
  return (
    <li>
      <time dateTime={at}>{instant(at)}</time>
      <span>{nameOf(names)}</span>
      <p>
        {kind === 'null' ? <em>{t('texts.noValue')}</em> : kind === 'date' ? instant(text) : text}
        {until !== at && <small>{t('texts.until', { at: instant(until) })}</small>}
      </p>
    </li>
  )
}

const useTexts = (machineId: string, slot: number | undefined) =>
  useInfiniteQuery({
    queryKey: ['equipment', 'machine', machineId, 'texts', slot],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/machines/:id/texts', {
        params: { id: machineId },
        query: { ...(slot === undefined ? {} : { slot }), ...pageParam },
        signal,
      }),
    initialPageParam: {} as NonNullable<TextChangePage['next']> | Record<string, never>,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // No refresh while the user reads older pages.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? ttlMs : false),
  })

/** A short duration: `0.4 s`, `12 s`, `3 min`, `5 h`, `2 d`. */
function secondsText(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return seconds < 129_600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`
}

interface Props {
  readonly signals: readonly LiveSignal[]
  /** Slots whose course is drawn. */
  readonly shown: readonly number[]
  readonly onToggle: (slot: number) => void
}

/** Current values; stale values are grey and show their age. */
function SignalsTable({ signals, shown, onToggle }: Props) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  const course: Column<SignalRow> = {
    key: 'course',
    title: t('column.course'),
    width: 70,
    render: ({ slot, names }) => (
      <Checkbox
        checked={shown.includes(slot)}
        onChange={() => onToggle(slot)}
        aria-label={t('draw', { name: nameOf(names) })}
      />
    ),
  }
  return (
    <RowTable<SignalRow>
      label={t('values')}
      columns={[course, ...signalColumns(t, nameOf)]}
      rows={signals.map((signal) => ({ ...signal, id: String(signal.slot) }))}
      rowClass={({ stale }) => (stale ? 'is-stale' : '')}
    />
  )
}

type SignalRow = LiveSignal & { readonly id: string }

const signalColumns = (
  t: TFunction<'signals'>,
  nameOf: ReturnType<typeof useNames>,
): readonly Column<SignalRow>[] => [
  {
    key: 'name',
    title: t('common:field.role'),
    width: 180,
    card: 'title',
    render: ({ names, code }) => (
      <span>
        {nameOf(names)} <span className="signal-code">{code}</span>
      </span>
    ),
  },
  {
    key: 'value',
    title: t('common:chart.value'),
    width: 100,
    align: 'right',
    render: (signal) => <SignalValue signal={signal} />,
  },
  { key: 'unit', title: t('common:field.unit'), width: 70, render: ({ unit }) => unit },
  { key: 'range', title: t('common:field.range'), width: 110, align: 'right', render: rangeShown },
  {
    key: 'age',
    title: t('column.age'),
    width: 80,
    align: 'right',
    render: ({ ageMs }) => (ageMs === null ? absent : secondsText(ageMs)),
  },
  {
    key: 'quality',
    title: t('common:area.quality'),
    width: 110,
    card: 'state',
    render: (signal) => <Quality signal={signal} />,
  },
]

function rangeShown({ low, high }: LiveSignal): string {
  if (low === null) return high === null ? absent : `≤ ${thousands(high)}`
  return high === null ? `≥ ${thousands(low)}` : `${thousands(low)} – ${thousands(high)}`
}

export function SignalValue({ signal: { value, text, role, decimals } }: { readonly signal: LiveSignal }) {
  const stateName = useStateName()
  if (text !== null) return text
  if (value === null) return absent
  const state = role === 'state' ? machineStates[value] : undefined
  return state === undefined ? value.toFixed(decimals) : stateName(state)
}

function Quality({ signal: { quality, stale } }: { readonly signal: LiveSignal }) {
  const { t } = useTranslation('signals')
  if (quality === null) return <StatusTag tone="neutral" text={t('quality.never')} />
  if (quality === 'bad') return <StatusTag tone="bad" text={t('quality.bad')} />
  if (stale) return <StatusTag tone="neutral" text={t('quality.stale')} />
  return <StatusTag tone={quality === 'good' ? 'good' : 'warn'} text={t(`quality.${quality}`)} />
}

/** Signals that a trend begins with. */
const shownFirst = 2
const maxShown = 8

/** Signals of a machine: current values with age and quality, and their trends. */
export function SignalsPart({ machineId }: { readonly machineId: string }) {
  const { data, error, refetch } = useQuery(signalsQuery(machineId))
  if (data !== undefined) return <Signals data={data} error={error} onRetry={() => void refetch()} />
  return error === null ? <Skeleton active /> : <ProblemAlert error={error} onRetry={() => void refetch()} />
}

interface SignalsProps {
  readonly data: MachineSignals
  readonly error: Error | null
  readonly onRetry: () => void
}

function Signals({ data, error, onRetry }: SignalsProps) {
  const { t } = useTranslation('signals')
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  useFirstMessage(data)
  if (data.signals.length === 0) return <p className="signals-empty">{t('none')}</p>
  const shown = chosen ?? firstOf(data)
  const toggle = (slot: number) =>
    setChosen(
      shown.includes(slot) ? shown.filter((other) => other !== slot) : [...shown, slot].slice(-maxShown),
    )
  return (
    <div className="signals-part">
      {error !== null && <ProblemAlert error={error} onRetry={onRetry} />}
      <LinkLine data={data} />
      {data.link === null && <ConnectGuide data={data} />}
      <SignalsTable signals={data.signals} shown={shown} onToggle={toggle} />
      <TrendPanel machineId={data.id} slots={shown} />
      <TextHistory machineId={data.id} />
    </div>
  )
}

/** Whether the machine is connected, since when, and its clock difference. */
function LinkLine({ data }: { readonly data: MachineSignals }) {
  const { t } = useTranslation('signals')
  const instant = useInstant()
  const { link } = data
  if (link === null)
    return (
      <p className="signals-link">
        <StatusTag tone="neutral" text={t('neverHeard')} />
      </p>
    )
  const { online, since, heardAt, otherProfile, firmware, byException } = link
  return (
    <p className="signals-link">
      <StatusTag
        tone={online ? 'good' : 'neutral'}
        text={t(online ? 'common:deviceState.online' : 'common:kind.offline')}
      />{' '}
      <span>{t('since', { at: instant(since) })}</span>
      {!online && <span>{t('lastHeard', { at: instant(heardAt) })}</span>}
      {byException && <span>{t('byException')}</span>}
      {firmware !== '' && <span>{t('firmware', { firmware })}</span>}
      <ClockTag offsetMs={link.clockOffsetMs ?? 0} />
      {otherProfile !== '' && <StatusTag tone="warn" text={t('otherProfile', { profile: otherProfile })} />}
    </p>
  )
}

/** Within two seconds a clock counts as right. */
function ClockTag({ offsetMs }: { readonly offsetMs: number }) {
  const { t } = useTranslation('signals')
  if (Math.abs(offsetMs) <= 2000) return null
  const by = secondsText(Math.abs(offsetMs))
  return <StatusTag tone="warn" text={t(offsetMs > 0 ? 'clockBehind' : 'clockAhead', { by })} />
}

const firstOf = ({ signals }: MachineSignals): readonly number[] => {
  const gauges = signals.filter(({ kind }) => kind === 'gauge')
  return (gauges.length > 0 ? gauges : signals).slice(0, shownFirst).map(({ slot }) => slot)
}
