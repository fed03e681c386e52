import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import type { AlarmState, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { Tip } from '../../shared/ui/tip.tsx'

const stateTones: Readonly<Record<AlarmState, Tone>> = {
  unack: 'bad',
  acked: 'active',
  rtn_unack: 'warn',
  normal: 'neutral',
}
const severityTones: Readonly<Record<Severity, Tone>> = { info: 'active', warning: 'warn', critical: 'bad' }

export function AlarmStateTag({ state }: { readonly state: AlarmState }) {
  const { t } = useTranslation('alarms')
  return <StatusTag tone={stateTones[state]} text={t(`state.${state}`)} />
}

export function SeverityTag({ severity }: { readonly severity: Severity }) {
  const { t } = useTranslation('alarms')
  return <StatusTag tone={severityTones[severity]} text={t(`severity.${severity}`)} />
}

interface MarkProps {
  readonly word: string
  readonly icon: ReactNode
  readonly isLate?: boolean
}

/** Beside a state: its sign always, its word where the column has room for it, and when pointed at. */
export function AlarmMark({ word, icon, isLate = false }: MarkProps) {
  return (
    <Tip title={word} className={isLate ? 'alarm-mark is-late' : 'alarm-mark'}>
      {icon} <small>{word}</small>
    </Tip>
  )
}

/** The value that raised an alarm, with its unit; null: the alarm has no value. */
export const valueShown = ({ value, unit }: Pick<AlarmRow, 'value' | 'unit'>): string | null =>
  value === null ? null : `${Math.round(value * 100) / 100} ${unit}`.trimEnd()

/**
 * Title of an alarm: the name of its rule, or the machine's own text if the machine reported it.
 */
export function alarmTitle(
  { rule, ownCode, ownText }: Pick<AlarmRow, 'rule' | 'ownCode' | 'ownText'>,
  nameOf: (names: AlarmRow['rule']['names']) => string,
): string {
  if (ownCode === '') return nameOf(rule.names)
  return ownText === '' || ownText.startsWith(ownCode) ? ownText || ownCode : `${ownCode} ${ownText}`
}
