import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { profileQuery } from './machines.queries.ts'
import { rateShown } from './machines.columns.tsx'

/** A machine's own facts, and the signals that its profile names. */
export function MachineOverview({ machine }: { readonly machine: MachineRow }) {
  return (
    <div className="machine-cards">
      <MachineFacts machine={machine} />
      <ProfileSignals machine={machine} />
    </div>
  )
}

function MachineFacts({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('machines')
  const nameOf = useNames()
  const instant = useInstant()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('field.class'), t(`class.${machine.class}`)],
    [t('field.workshopId'), machine.workshop ?? absent],
    [t('place'), placeShown(machine)],
    [t('field.processId'), machine.process === null ? absent : nameOf(machine.process.names)],
    [t('field.criticality'), t(`criticality.${machine.criticality}`)],
    [t('field.standardRate'), rateShown(machine)],
    [t('field.ratedKw'), machine.ratedKw === null ? absent : thousands(machine.ratedKw)],
    [t('field.model'), machine.model || absent],
    [t('field.maker'), machine.maker || absent],
    [t('field.serialNo'), machine.serialNo || absent],
    [t('field.commissionedOn'), machine.commissionedOn ?? absent],
    [t('topic'), <code key="topic">{`sf/v1/${machine.site}/${machine.line}/${machine.code}`}</code>],
    [t('field.updatedAt'), `${instant(machine.updatedAt)} ${machine.updatedBy}`],
    [t('field.note'), machine.note || absent],
  ]
  return (
    <section className="fact-card" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <Facts facts={facts} />
    </section>
  )
}

const placeShown = ({ xM, yM, widthM, depthM }: MachineRow): string =>
  xM === null || yM === null
    ? absent
    : `x ${xM} m, y ${yM} m${widthM === null || depthM === null ? '' : ` · ${widthM} × ${depthM} m`}`

function ProfileSignals({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('machines')
  const nameOf = useNames()
  const { data, error, refetch } = useQuery(profileQuery(machine.profileId))
  const { profile } = machine
  return (
    <section className="fact-card" aria-label={t('signals')}>
      <h2>
        {t('signals')}
        <small>
          <Link to={`/equipment/profiles?q=${encodeURIComponent(profile.code)}`}>
            {nameOf(profile.names)} · {t('versionNo', { no: profile.profileVersion })}
          </Link>
        </small>
      </h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <table className="machine-table">
        <thead>
          <tr>
            <th scope="col">{t('common:code')}</th>
            <th scope="col">{t('common:field.name')}</th>
            <th scope="col">{t('common:field.unit')}</th>
            <th scope="col" className="is-number">
              {t('common:field.range')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.signals.map(({ code, names, unit, low, high }) => (
            <tr key={code}>
              <td>
                <code>{code}</code>
              </td>
              <td>{nameOf(names)}</td>
              <td>{unit || absent}</td>
              <td className="is-number">{rangeShown(low, high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function rangeShown(low: number | null, high: number | null): string {
  if (low === null) return high === null ? absent : `≤ ${thousands(high)}`
  return high === null ? `≥ ${thousands(low)}` : `${thousands(low)} – ${thousands(high)}`
}
