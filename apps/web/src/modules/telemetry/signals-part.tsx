import type { MachineSignals } from '@cloud-factory/contract/telemetry/telemetry'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { secondsText } from './age-text.ts'
import { SignalsTable } from './signals-table.tsx'
import { TextHistory } from './text-history.tsx'
import { TrendPanel } from './trend-panel.tsx'
import './signals.css'

/** Refresh interval of live values, ms. */
const everyMs = 2000
/** Signals that a trend begins with. */
const shownFirst = 2
const maxShown = 8

/** Signals of a machine: current values with age and quality, and their trends. */
export function SignalsPart({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('signals')
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'signals', machineId],
    queryFn: ({ signal }) => api('GET /api/machines/:id/signals', { params: { id: machineId }, signal }),
    refetchInterval: everyMs,
  })
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  if (data === undefined)
    return error === null ? (
      <Skeleton active />
    ) : (
      <ProblemAlert error={error} onRetry={() => void refetch()} />
    )
  if (data.signals.length === 0) return <p className="signals-empty">{t('none')}</p>
  const shown = chosen ?? firstOf(data)
  const toggle = (slot: number) =>
    setChosen(
      shown.includes(slot) ? shown.filter((other) => other !== slot) : [...shown, slot].slice(-maxShown),
    )
  return (
    <div className="signals-part">
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <LinkLine data={data} />
      <SignalsTable signals={data.signals} shown={shown} onToggle={toggle} />
      <TrendPanel machineId={machineId} slots={shown} />
      <TextHistory machineId={machineId} />
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
        <StatusTag tone="neutral" text={t('neverHeard')} /> {t('neverHeardText')}
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
