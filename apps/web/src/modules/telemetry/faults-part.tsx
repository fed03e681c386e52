import type { FaultReport } from '@cloud-factory/contract/telemetry/gateways'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { faultsQuery } from './gateways.queries.ts'

/** Rejected messages, and machines with a wrong clock. */
export function FaultsPart() {
  const { t } = useTranslation('telemetry')
  const { data, error, refetch } = useQuery(faultsQuery)
  if (data === undefined)
    return error === null ? (
      <Skeleton active />
    ) : (
      <ProblemAlert error={error} onRetry={() => void refetch()} />
    )
  const isClean = data.faults.length === 0 && data.clocks.length === 0
  return (
    <div className="faults-part">
      {isClean && <p>{t('noFaults')}</p>}
      {data.clocks.length > 0 && <Clocks clocks={data.clocks} />}
      {data.faults.length > 0 && <Counts faults={data.faults} />}
      {data.samples.length > 0 && <Samples samples={data.samples} />}
    </div>
  )
}

function Clocks({ clocks }: Pick<FaultReport, 'clocks'>) {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  return (
    <section>
      <h2>{t('clocks')}</h2>
      <ScrollRegion label={t('clocks')} width={420}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('field.machine')}</th>
              <th scope="col" className="is-number">
                {t('field.offset')}
              </th>
              <th scope="col">{t('field.lastAt')}</th>
            </tr>
          </thead>
          <tbody>
            {clocks.map(({ machineId, code, offsetMs, heardAt }) => (
              <tr key={machineId}>
                <td>
                  <Link to={`/equipment/detail/${machineId}?part=signals`}>{code}</Link>
                </td>
                <td className="is-number">{thousands((-offsetMs / 1000).toFixed(1))}</td>
                <td>{instant(heardAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Counts({ faults }: Pick<FaultReport, 'faults'>) {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  return (
    <section>
      <h2>{t('counts')}</h2>
      <ScrollRegion label={t('counts')} width={480}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('field.origin')}</th>
              <th scope="col">{t('field.reason')}</th>
              <th scope="col" className="is-number">
                {t('field.count')}
              </th>
              <th scope="col">{t('field.lastAt')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ origin, reason, count, lastAt }) => (
              <tr key={`${origin} ${reason}`}>
                <td>{origin || absent}</td>
                <td>{t(`fault.${reason}`)}</td>
                <td className="is-number">{thousands(count)}</td>
                <td>{instant(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Samples({ samples }: Pick<FaultReport, 'samples'>) {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  return (
    <section>
      <h2>{t('samples')}</h2>
      {samples.map(({ id, at, origin, reason, topic, sample }) => (
        <details key={id}>
          <summary>
            {[instant(at), origin, t(`fault.${reason}`), topic].filter((word) => word !== '').join(' · ')}
          </summary>
          <pre className="message-sample">{sample === '' ? t('noText') : sample}</pre>
        </details>
      ))}
    </section>
  )
}
