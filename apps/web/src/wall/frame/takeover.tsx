import { useEffect, useReducer, useRef, useState } from 'react'
import { SeverityMark } from '../charts/marks.tsx'
import { spanOf } from '../figures.ts'
import { serverNow, useNow } from '../link/clock.ts'
import { useWall } from '../link/wall.store.ts'
import type { Layout } from '../screen.types.ts'
import { useSpeech } from '../labels.ts'
import { ring, ringOnce } from './sound.ts'
import { type AlarmGroup, type AlarmRow, criticalNow, grouped, takeoverMs, takesOver } from './trust.rules.ts'

interface Props {
  readonly level: Layout['takeover']
  readonly sound: boolean
}

/** New critical alarms take over the screen for a short time; then a banner names them until they are over. */
export function CriticalAlarms({ level, sound }: Props) {
  const board = useWall(({ items }) => items.alarms)?.data
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const alarms = criticalNow(board?.rows ?? [], level)
  const newest = alarms[0]?.since
  useEffect(() => {
    if (newest === undefined) return
    const timer = setTimeout(lookAgain, Math.max(0, newest + takeoverMs - serverNow()) + 50)
    return () => clearTimeout(timer)
  }, [newest])
  if (alarms.length === 0) return null
  // The board lists a limited number of rows: if all of them are such alarms, there may be more.
  const count =
    alarms.length === board?.rows.length ? Math.max(alarms.length, board.active.critical) : alarms.length
  return takesOver(alarms, serverNow()) ? (
    <Takeover alarms={alarms} count={count} sound={sound} />
  ) : (
    <Banner alarms={alarms} count={count} unacked={board?.unacked ?? count} sound={sound} />
  )
}

/** Whether the banner needs its line. It has it during a takeover too, so that the panels do not move afterwards. */
export const useHasCritical = (level: Layout['takeover']): boolean =>
  useWall(({ items }) => criticalNow(items.alarms?.data.rows ?? [], level).length > 0)

interface ShownProps {
  readonly alarms: readonly AlarmRow[]
  readonly count: number
}

/** `Critical alarm ×3`; without the number for a single one. */
function useTitle(count: number): string {
  const { t } = useSpeech()
  return `${t('takeover.title', { severity: t('severity.critical') })}${count > 1 ? ` ×${count}` : ''}`
}

interface BannerProps extends ShownProps {
  /** Alarms of all severities. */
  readonly unacked: number
  readonly sound: boolean
}

/** A line of its own: it covers neither a panel nor the safety days and notices. */
function Banner({ alarms, count, unacked, sound }: BannerProps) {
  const { t, names } = useSpeech()
  useNewcomerSound(alarms, sound)
  const title = useTitle(count)
  const [first, ...others] = grouped(alarms)
  if (first === undefined) return null
  return (
    <p className="alarm-banner is-critical" role="alert" data-testid="alarm-banner">
      <SeverityMark severity="critical" size={34} />
      <b>{title}</b>
      <span className="alarm-banner-text">
        {machinesOf(first)} {names(first.newest.names)}
        {others.map((group) => ` · ${machinesOf(group)} ${names(group.newest.names)}`)}
      </span>
      <Since at={first.newest.since} />
      <b className="alarm-banner-unacked">{t('alarms.unacked', { count: unacked })}</b>
    </p>
  )
}

/** Sounds once for an alarm that is too old to take over the screen when it arrives. */
function useNewcomerSound(alarms: readonly AlarmRow[], sound: boolean): void {
  const known = useRef(new Set(alarms.map(({ id }) => id)))
  useEffect(() => {
    const isNew = alarms.some(({ id }) => !known.current.has(id))
    known.current = new Set(alarms.map(({ id }) => id))
    if (isNew && sound) ringOnce('critical')
  }, [alarms, sound])
}

const Since = ({ at }: { readonly at: number }) => <span>{spanOf((useNow() - at) / 1000)}</span>

/** Maximum number of named alarms and of named machines of one; the others are counted. */
const maxNamed = 4
const maxMachines = 3

const machinesOf = ({ machines }: AlarmGroup): string =>
  machines.slice(0, maxMachines).join(', ') +
  (machines.length > maxMachines ? ` +${machines.length - maxMachines}` : '')

/** Alarms in letters readable across the hall. */
function Takeover({ alarms, count, sound }: ShownProps & { readonly sound: boolean }) {
  const { t } = useSpeech()
  const title = useTitle(count)
  const [isSilent, setSilent] = useState(false)
  const newest = alarms[0]?.id
  useEffect(() => (sound ? ring('critical', setSilent) : undefined), [sound, newest])
  const groups = grouped(alarms)
  const named = groups.slice(0, maxNamed)
  const others = count - named.reduce((sum, { machines }) => sum + machines.length, 0)
  return (
    <section className="takeover is-critical" role="alert" data-testid="takeover">
      <SeverityMark severity="critical" size={110} />
      <div>
        <p className="takeover-title">{title}</p>
        {named.map((group) => (
          <Named key={group.id} group={group} alone={alarms.length === 1} />
        ))}
        {others > 0 && <p className="takeover-since">{t('takeover.more', { count: others })}</p>}
        {sound && isSilent && <p className="takeover-since">♪ {t('takeover.touch')}</p>}
      </div>
    </section>
  )
}

function Named({ group, alone }: { readonly group: AlarmGroup; readonly alone: boolean }) {
  const { t, names, time, measured } = useSpeech()
  const now = useNow()
  const { newest: alarm } = group
  const single = group.machines.length === 1
  const text = `${names(alarm.names)}${alarm.value === null || !single ? '' : ` (${measured(alarm)})`}`
  const since = `${t('takeover.since', { at: time(alarm.since, '{h}:{i}:{s}') })} · ${spanOf((now - alarm.since) / 1000)}`
  if (!alone)
    return (
      <p className="takeover-text">
        <b>{machinesOf(group)}</b> {text} <small className="takeover-since">{since}</small>
      </p>
    )
  return (
    <>
      <p className="takeover-machine">{alarm.machine}</p>
      <p className="takeover-text">{text}</p>
      <p className="takeover-since">
        {since} · {t('alarms.open')}
      </p>
    </>
  )
}
