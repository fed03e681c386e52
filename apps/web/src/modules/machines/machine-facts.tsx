import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { rateShown } from './machines.columns.tsx'

/** A machine's own facts. */
export function MachineFacts({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('machines')
  const nameOf = useNames()
  const instant = useInstant()
  const { profile } = machine
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('field.class'), t(`class.${machine.class}`)],
    [
      t('field.profileId'),
      <Link key="profile" to={`/equipment/profiles?q=${encodeURIComponent(profile.code)}`}>
        {nameOf(profile.names)} · {t('versionNo', { no: profile.profileVersion })}
      </Link>,
    ],
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
