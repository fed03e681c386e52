import './events.css'
import type { MachineEventPage, MachineEventRow } from '@cloud-factory/contract/telemetry/telemetry'
import { type MachineEventType, machineEventTypes } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Empty, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { startOfDay } from '../../shared/format/day-range.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { DaysPicker } from '../../shared/list/days-picker.tsx'
import { useSession } from '../../shared/session.ts'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { reasonsQuery } from '../machine-states/states.queries.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { SeverityTag } from '../alarms/alarm-labels.tsx'
import { durationOf } from '../machine-states/duration.ts'

/** Events that arrive this much later than they happened were buffered by the gateway, ms. */
const lateMs = 60_000

interface Props {
  readonly event: MachineEventRow
  /** Name of the stop reason in the event; null: none. */
  readonly reason: string | null
}

/** One event as a line: time, kind, content. */
function EventEntry({ event, reason }: Props) {
  const { t } = useTranslation('machine-events')
  const instant = useInstant()
  const { at, receivedAt, type, code, text, severity, on, details } = event
  const laterMs = Date.parse(receivedAt) - Date.parse(at)
  return (
    <li>
      <time dateTime={at}>{instant(at)}</time>
      <span className="event-kind">
        <StatusTag tone={toneOf(event)} text={t(kindOf(event))} />
        {severity !== null && on !== false && <SeverityTag severity={severity} />}
      </span>
      <p>
        {code !== '' && <code>{code}</code>} {text === '' ? reason : text}
        {details.length > 0 && (
          <small>
            {details
              .map(({ name, value }) => `${t(`detail.${name}`, { defaultValue: name })}: ${value}`)
              .join(' · ')}
          </small>
        )}
        {laterMs > lateMs && <small>{t('later', { time: durationOf(laterMs / 1000) })}</small>}
      </p>
      {type === 'alarm' && on === null && <span className="event-note">{t('once')}</span>}
    </li>
  )
}

const kindOf = ({ type, on }: MachineEventRow) =>
  type === 'alarm' && on === false ? ('type.over' as const) : (`type.${type}` as const)

function toneOf({ type, on }: MachineEventRow): Tone {
  if (type === 'alarm') return on === false ? 'good' : 'bad'
  if (type === 'reason') return 'warn'
  return type === 'job.start' ? 'active' : 'neutral'
}

type Days = readonly [first: string | undefined, last: string | undefined]

const ttlMs = 15_000

/** Events that a machine reported, the latest first: jobs, alarms, stop reasons. */
export function EventsPart({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machine-events')
  const nameOf = useNames()
  const [types, setTypes] = useState<readonly MachineEventType[]>([])
  const [days, setDays] = useState<Days>([undefined, undefined])
  const query = useEvents(machineId, types, days)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const { data: reasons } = useQuery(reasonsQuery)
  const reasonOf = (code: string) => {
    const reason = reasons?.items.find((one) => one.code === code)
    return reason === undefined ? null : nameOf(reason.names)
  }
  const isFiltered = types.length > 0 || days.some((day) => day !== undefined)
  return (
    <div className="events-part">
      <div className="events-bar" role="group" aria-label={t('filters')}>
        <Select
          className="list-filter"
          mode="multiple"
          maxTagCount="responsive"
          allowClear
          aria-label={t('type.label')}
          placeholder={t('type.label')}
          value={[...types]}
          options={machineEventTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={setTypes}
        />
        <DaysPicker days={days} labels={[t('from'), t('to')]} turned={null} onChange={setDays} />
      </div>
      <QueryState query={query} />
      {data !== undefined && items.length === 0 && (
        <Empty description={t(isFiltered ? 'noneFiltered' : 'none')} />
      )}
      <ol className="event-list" aria-label={t('list')} aria-busy={isPlaceholderData}>
        {items.map((item) => (
          <EventEntry
            key={item.id}
            event={item}
            reason={item.type === 'reason' ? reasonOf(item.code) : null}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

/** Pages of events; days are those of the factory, both included. */
function useEvents(machineId: string, types: readonly MachineEventType[], [first, last]: Days) {
  const timeZone = useSession(({ user }) => user?.plant.timeZone ?? 'UTC')
  const [from, to] = [startOfDay(first, timeZone), startOfDay(last, timeZone, 1)]
  return useInfiniteQuery({
    queryKey: ['equipment', 'machine', machineId, 'events', types, from, to],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/machines/:id/events', {
        params: { id: machineId },
        query: {
          ...(types.length === 0 ? {} : { type: types.join(',') }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          ...pageParam,
        },
        signal,
      }),
    initialPageParam: {} as NonNullable<MachineEventPage['next']> | Record<string, never>,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // No refresh while the user reads older pages.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? ttlMs : false),
  })
}
