import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { covers } from '@cloud-factory/domain/telemetry/mqtt-topics.rules'
import type { LiveSignal, MachineSignals } from '@cloud-factory/contract/telemetry/telemetry'
import { useQuery } from '@tanstack/react-query'
import { Typography } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { say } from '../../shared/ui/say.ts'
import { gatewayChoiceQuery } from './gateways.queries.ts'

/** How to connect a machine that has never sent anything: gateway, topic and an example of a message. */
export function ConnectGuide({ data }: { readonly data: MachineSignals }) {
  const { t } = useTranslation('signals')
  const topic = `${data.topic}/telemetry`
  return (
    <section className="connect-guide" aria-label={t('connect.title')}>
      <h2>{t('connect.title')}</h2>
      <ol>
        <li>
          <Gateways topic={topic} />
        </li>
        <li>
          {t('connect.topic')} <Copyable text={topic} />
        </li>
        <li>
          {t('connect.example')} <Copyable text={exampleOf(data)} />
          <p>{t('connect.exampleNote')}</p>
        </li>
        <li>{t('connect.wait')}</li>
      </ol>
      <p>
        {t('connect.others')} <Link to="/equipment/gateways?part=adapters">{t('connect.adapters')}</Link>
      </p>
    </section>
  )
}

/** Which gateways may send to the topic, or that none may. */
function Gateways({ topic }: { readonly topic: string }) {
  const { t } = useTranslation('signals')
  const { data } = useQuery(gatewayChoiceQuery)
  if (data === undefined) return t('connect.gateway')
  const codes = data.items
    .filter(({ active, topics }) => active && topics.some((filter) => covers(filter, topic)))
    .map(({ code }) => code)
  return (
    <>
      {codes.length === 0 ? t('connect.noGateway') : t('connect.gateways', { codes: codes.join(', ') })}{' '}
      <Link to="/equipment/gateways">{t('connect.toGateways')}</Link>
    </>
  )
}

const Copyable = ({ text }: { readonly text: string }) => (
  <Typography.Text code copyable className="connect-code">
    {text}
  </Typography.Text>
)

/** A message with a value of each signal, in the middle of its range. */
function exampleOf({ signals }: MachineSignals): string {
  const values = Object.fromEntries(signals.map((signal) => [signal.code, exampleValue(signal)]))
  return JSON.stringify({ boot: '1', seq: 1, ts: Date.now(), m: values })
}

function exampleValue({ role, low, high, decimals }: LiveSignal): number {
  if (role === 'state') return machineStates.indexOf('running')
  return Number((((low ?? 0) + (high ?? low ?? 0)) / 2).toFixed(decimals))
}

/** Says so when the first message of a machine arrives while its page is open. */
export function useFirstMessage({ link, code }: Pick<MachineSignals, 'link' | 'code'>): void {
  const { t } = useTranslation('signals')
  const isHeard = link !== null
  const wasHeard = useRef(isHeard)
  useEffect(() => {
    if (isHeard && !wasHeard.current) say('success', t('connect.first', { code }))
    wasHeard.current = isHeard
  }, [isHeard, code, t])
}
