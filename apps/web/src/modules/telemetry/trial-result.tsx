import type { Trial } from '@cloud-factory/contract/telemetry/adapters'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'

/** Result of a sample: its values, then the fields that were not recognised. */
export function TrialResult({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation('telemetry')
  const { isTopicOurs, values, misses, valueCount, missCount } = trial
  const isShort = values.length < valueCount || misses.length < missCount
  return (
    <>
      {!isTopicOurs && <Alert type="warning" showIcon title={t('trial.otherTopic')} />}
      <Alert
        type={valueCount === 0 ? 'error' : missCount === 0 ? 'success' : 'info'}
        showIcon
        title={t('trial.summary', { values: valueCount, misses: missCount })}
        description={isShort ? t('trial.short', { rows: Math.max(values.length, misses.length) }) : undefined}
      />
      {values.length > 0 && <Values values={values} />}
      {misses.length > 0 && <Misses misses={misses} />}
    </>
  )
}

function Values({ values }: Pick<Trial, 'values'>) {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  return (
    <div>
      <ScrollRegion label={t('trial.values')} width={430}>
        <table className="plain-table trial-table">
          <caption>{t('trial.values')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('field.machine')}</th>
              <th scope="col">{t('common:field.role')}</th>
              <th scope="col" className="is-number">
                {t('common:chart.value')}
              </th>
              <th scope="col">{t('common:field.at')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ device, machine, name, signal, isSignalKnown, value, unit, at, path }) => (
              <tr key={`${path} ${device}`}>
                <td>
                  {machine === null ? device : `${device} → ${machine.code}`}
                  {machine === null && <small>{t('trial.stranger')}</small>}
                </td>
                <td>
                  {name === signal ? signal : `${name} → ${signal}`}
                  <code>{path}</code>
                  {isSignalKnown === false && <small className="is-wrong">{t('trial.unknownSignal')}</small>}
                </td>
                <td className="is-number">
                  {value} {unit}
                </td>
                <td>{at === null ? t('trial.arrival') : instant(at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {values.some(({ machine }) => machine === null) && (
        <p className="adapter-hint">{t('trial.strangers')}</p>
      )}
    </div>
  )
}

function Misses({ misses }: Pick<Trial, 'misses'>) {
  const { t } = useTranslation('telemetry')
  return (
    <ScrollRegion label={t('trial.misses')} width={300}>
      <table className="plain-table trial-table">
        <caption>{t('trial.misses')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trial.path')}</th>
            <th scope="col">{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {misses.map(({ path, reason }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- one place can be missed for several reasons, and rows never move
            <tr key={`${path} ${reason} ${place}`}>
              <td>
                <code>{path}</code>
              </td>
              <td>{t(`miss.${reason}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
