import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Answer } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useAllowed } from '../../shared/permission.ts'
import { QueryState } from '../../shared/ui/query-state.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { alarmOutagesQuery } from './alarms.queries.ts'
import { OutageDialog } from './outage-dialog.tsx'

type Outage = Answer<'GET /api/alarm-outages'>['items'][number]

/** Rules out of service on a machine until somebody restores them. */
export function OutageList() {
  const { t } = useTranslation('alarms')
  const query = useQuery(alarmOutagesQuery)
  const [asked, ask] = useState<Outage | null>(null)
  return (
    <div className="alarm-outages">
      <p className="page-note">{t('outage.note')}</p>
      <QueryState query={query} />
      {query.data?.total === 0 && <p>{t('outage.empty')}</p>}
      {query.data !== undefined && query.data.total > 0 && (
        <OutageTable outages={query.data.items} onPutBack={ask} />
      )}
      {asked !== null && <OutageDialog of={asked} isOut onClose={() => ask(null)} />}
    </div>
  )
}

interface TableProps {
  readonly outages: readonly Outage[]
  readonly onPutBack: (outage: Outage) => void
}

function OutageTable({ outages, onPutBack }: TableProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const instant = useInstant()
  const canEdit = useAllowed({ permission: 'equipment.edit' })
  return (
    <ScrollRegion label={t('part.outages')} width={680}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('field.rule')}</th>
            <th scope="col">{t('field.machine')}</th>
            <th scope="col">{t('field.since')}</th>
            <th scope="col">{t('field.by')}</th>
            <th scope="col">{t('shell:form.reason')}</th>
            <th scope="col">{t('field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {outages.map((outage) => (
            <tr key={outage.id}>
              <th scope="row">{nameOf(outage.rule.names)}</th>
              <td>
                <Link to={`/equipment/detail/${outage.machine.id}?part=alarms`}>
                  {outage.machine.code} {outage.machine.name}
                </Link>
              </td>
              <td>{instant(outage.since, '{m}-{d} {h}:{i}')}</td>
              <td>{outage.by}</td>
              <td>{outage.reason}</td>
              <td>
                <ReasonButton
                  type="link"
                  size="small"
                  allowed={canEdit ? true : 'permission.denied'}
                  onClick={() => onPutBack(outage)}
                >
                  {t('action.putBack')}
                </ReasonButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
