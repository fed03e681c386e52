import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { LiveSignal } from '@cloud-factory/contract/telemetry/telemetry'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { secondsText } from './age-text.ts'

interface Props {
  readonly signals: readonly LiveSignal[]
  /** Slots whose course is drawn. */
  readonly shown: readonly number[]
  readonly onToggle: (slot: number) => void
}

/** Current values; stale values are grey and show their age. */
export function SignalsTable({ signals, shown, onToggle }: Props) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  return (
    <ScrollRegion label={t('values')} width={340}>
      <table className="signals-table" aria-label={t('values')}>
        <thead>
          <tr>
            <th scope="col">{t('column.course')}</th>
            <th scope="col">{t('common:field.role')}</th>
            <th scope="col" className="is-number">
              {t('common:chart.value')}
            </th>
            <th scope="col">{t('common:field.unit')}</th>
            <th scope="col" className="is-number">
              {t('column.age')}
            </th>
            <th scope="col">{t('common:area.quality')}</th>
          </tr>
        </thead>
        <tbody>
          {signals.map((signal) => (
            <tr key={signal.slot} className={signal.stale ? 'is-stale' : undefined}>
              <td>
                <Checkbox
                  checked={shown.includes(signal.slot)}
                  onChange={() => onToggle(signal.slot)}
                  aria-label={t('draw', { name: nameOf(signal.names) })}
                />
              </td>
              <th scope="row">
                {nameOf(signal.names)} <span className="signal-code">{signal.code}</span>
              </th>
              <td className="is-number">
                <SignalValue signal={signal} />
              </td>
              <td>{signal.unit}</td>
              <td className="is-number">{signal.ageMs === null ? absent : secondsText(signal.ageMs)}</td>
              <td>
                <Quality signal={signal} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function SignalValue({ signal: { value, text, role, decimals } }: { readonly signal: LiveSignal }) {
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
