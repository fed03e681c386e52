import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { Answer } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useAllowed } from '../../shared/permission.ts'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { rulesOutOfServiceQuery, alarmSummaryQuery } from './alarms.queries.ts'
import './alarms.css'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { LiveNote } from '../../shared/live/use-live.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { AlarmList, OutOfServiceDialog } from './alarm-list.tsx'
import { RuleList } from './rule-list.tsx'
import { BellOutlined, MutedOutlined } from '@ant-design/icons'
import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import { Button } from '../../shared/ui/button.tsx'
import { SeverityTag } from './alarm-labels.tsx'
import type { AlarmSummary } from '@cloud-factory/contract/alarms/alarms'
import { usePreference } from '../../shared/list/preferences.ts'

type RuleOutOfService = Answer<'GET /api/alarm-rules-out-of-service'>['items'][number]

/** Rules out of service on a machine until somebody restores them. */
export function OutOfServiceList() {
  const { t } = useTranslation('alarms')
  const query = useQuery(rulesOutOfServiceQuery)
  const [selected, setSelected] = useState<RuleOutOfService | null>(null)
  return (
    <div className="rules-out-of-service">
      <p className="page-note">{t('outOfService.note')}</p>
      <QueryState query={query} />
      {query.data?.total === 0 && <p>{t('outOfService.empty')}</p>}
      {query.data !== undefined && query.data.total > 0 && (
        <OutOfServiceTable items={query.data.items} onPutBack={setSelected} />
      )}
      {selected !== null && <OutOfServiceDialog of={selected} isOut onClose={() => setSelected(null)} />}
    </div>
  )
}

interface TableProps {
  readonly items: readonly RuleOutOfService[]
  readonly onPutBack: (item: RuleOutOfService) => void
}

function OutOfServiceTable({ items, onPutBack }: TableProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const instant = useInstant()
  const canEdit = useAllowed({ permission: 'equipment.edit' })
  return (
    <ScrollRegion label={t('part.outOfService')} width={680}>
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
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">{nameOf(item.rule.names)}</th>
              <td>
                <Link to={`/equipment/detail/${item.machine.id}?part=alarms`}>
                  {item.machine.code} {item.machine.name}
                </Link>
              </td>
              <td>{instant(item.since, '{m}-{d} {h}:{i}')}</td>
              <td>{item.by}</td>
              <td>{item.reason}</td>
              <td>
                <ReasonButton
                  type="link"
                  size="small"
                  allowed={canEdit ? true : 'permission.denied'}
                  onClick={() => onPutBack(item)}
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

/**
 * One short tone for each alarm raised while the page is open, two for a critical one; none for
 * earlier alarms. Off until the user turns it on: browsers play no sound before a click, and
 * offices are quiet.
 */
function useAlarmSound(summary: AlarmSummary | undefined): {
  readonly isOn: boolean
  readonly toggle: () => void
} {
  const [value, store] = usePreference('alarms.sound')
  const isOn = value === true
  const heard = useRef<number | null>(null)
  useEffect(() => {
    if (summary === undefined) return
    const before = heard.current
    heard.current = summary.raised
    if (isOn && before !== null && summary.raised > before) play(summary.active.critical > 0 ? 2 : 1)
  }, [summary, isOn])
  return {
    isOn,
    toggle: () => {
      store(!isOn)
      if (!isOn) play(1)
    },
  }
}

let audio: AudioContext | null = null

/** So many short tones, made by the browser: nothing is fetched. */
function play(tones: number): void {
  audio ??= new AudioContext()
  void audio.resume()
  for (let tone = 0; tone < tones; tone += 1) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.frequency.value = 880
    gain.gain.value = 0.15
    oscillator.connect(gain).connect(audio.destination)
    const at = audio.currentTime + tone * 0.3
    oscillator.start(at)
    oscillator.stop(at + 0.18)
  }
}

const parts = {
  list: <AlarmList machineId={null} />,
  rules: <RuleList />,
  outOfService: <OutOfServiceList />,
}

/** Active alarms, their handling, and the alarm rules. */
export function AlarmsPage() {
  const { t } = useTranslation('alarms')
  return (
    <div className="page is-filling alarms-page">
      <PageHeader title={t('shell:route.equipmentAlarms')}>
        <LiveNote />
        <AlarmStrip />
      </PageHeader>
      <PageParts
        label={t('shell:route.equipmentAlarms')}
        titleOf={(part) => t(`part.${part}`)}
        parts={parts}
      />
    </div>
  )
}

/** Number of current alarms; plays a sound for a new one if the user has turned it on. */
function AlarmStrip() {
  const { t } = useTranslation('alarms')
  const { data } = useQuery(alarmSummaryQuery)
  const sound = useAlarmSound(data)
  return (
    <div className="alarm-strip">
      {data?.isFlood === true && (
        <span className="alarm-flood" role="alert">
          {t('flood')}
        </span>
      )}
      {data !== undefined &&
        severities.map((severity) => (
          <span key={severity} className="alarm-count">
            <SeverityTag severity={severity} /> <b>{data.active[severity]}</b>
          </span>
        ))}
      {data !== undefined && <span className="alarm-count">{t('unacked', { count: data.unacked })}</span>}
      <Button
        icon={sound.isOn ? <BellOutlined /> : <MutedOutlined />}
        aria-pressed={sound.isOn}
        onClick={sound.toggle}
      >
        {t(sound.isOn ? 'sound.on' : 'sound.off')}
      </Button>
    </div>
  )
}
