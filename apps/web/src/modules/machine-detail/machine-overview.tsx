import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { LiveSignal } from '@cloud-factory/contract/telemetry/telemetry'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useInstant, useToday } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { MachineStateTag } from '../../shared/machine-states/machine-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { alarmsQuery } from '../alarms/alarms.queries.ts'
import { figuresQuery, timelineQuery } from '../machine-states/states.queries.ts'
import { MachineFacts } from '../machines/machine-facts.tsx'
import { percent } from '../oee/figure-text.ts'
import { SignalValue } from '../telemetry/signals-part.tsx'
import { signalsQuery } from '../telemetry/signals.queries.ts'

interface Props {
  readonly machine: MachineRow
}

/** What a machine does now, and its own facts. */
export function MachineOverview({ machine }: Props) {
  return (
    <div className="machine-cards">
      <MachineNow machine={machine} />
      <MachineFacts machine={machine} />
    </div>
  )
}

/** State since when, today's OEE, open alarms and the current values. */
function MachineNow({ machine: { id } }: Props) {
  const { t } = useTranslation('machines')
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('field.now'), <CurrentState key="state" machineId={id} />],
    [t('oeeToday'), <OeeToday key="oee" machineId={id} />],
    [t('openAlarms'), <OpenAlarms key="alarms" machineId={id} />],
  ]
  return (
    <section className="fact-card" aria-label={t('now')}>
      <h2>{t('now')}</h2>
      <Facts facts={facts} />
      <CurrentValues machineId={id} />
    </section>
  )
}

interface OfMachine {
  readonly machineId: string
}

function CurrentState({ machineId }: OfMachine) {
  const { t } = useTranslation('signals')
  const instant = useInstant()
  const { data } = useQuery(timelineQuery(machineId, 1))
  const current = data?.intervals.find(({ to }) => to === null)
  if (current === undefined) return absent
  return (
    <>
      <MachineStateTag state={current.state} isOld={false} /> {t('since', { at: instant(current.from) })}
    </>
  )
}

function OeeToday({ machineId }: OfMachine) {
  const today = useToday()
  const { data } = useQuery(figuresQuery({ from: today, to: today, by: 'machine', machineId }))
  return <Link to="?part=states">{percent(data?.total.figures.oee ?? null)}</Link>
}

function OpenAlarms({ machineId }: OfMachine) {
  const { data } = useQuery(alarmsQuery({ machineId, pageSize: '1' }))
  return <Link to="?part=alarms">{data?.total ?? absent}</Link>
}

function CurrentValues({ machineId }: OfMachine) {
  const { t } = useTranslation('machines')
  const query = useQuery(signalsQuery(machineId))
  const { data } = query
  if (data === undefined) return <QueryState query={query} />
  if (data.link === null)
    return (
      <p className="page-note">
        {t('neverSent')} <Link to="?part=signals">{t('signals:connect.title')}</Link>
      </p>
    )
  return (
    <table className="machine-table" aria-label={t('signals:values')}>
      <tbody>
        {data.signals
          .filter(({ role }) => role !== 'state')
          .map((signal) => (
            <CurrentValue key={signal.slot} signal={signal} />
          ))}
      </tbody>
    </table>
  )
}

function CurrentValue({ signal }: { readonly signal: LiveSignal }) {
  const nameOf = useNames()
  return (
    <tr className={signal.stale ? 'is-stale' : undefined}>
      <th scope="row">{nameOf(signal.names)}</th>
      <td className="is-number">
        <SignalValue signal={signal} /> {signal.unit}
      </td>
    </tr>
  )
}
