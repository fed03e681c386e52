import type { BrokerState } from '@cloud-factory/contract/telemetry/gateways'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { AdaptersTable } from './adapters-table.tsx'
import { FaultsPart } from './faults-part.tsx'
import { brokerQuery } from './gateways.queries.ts'
import { GatewaysTable } from './gateways-table.tsx'
import { InboxTable } from './inbox-table.tsx'
import './gateways.css'

const parts = ['gateways', 'adapters', 'inbox', 'faults'] as const

/** Connection of machines to the server. */
export function GatewaysPage() {
  const { t } = useTranslation('telemetry')
  const { data: broker } = useQuery(brokerQuery)
  const [part, show] = usePart(parts)
  return (
    <div className="page is-filling">
      <PageHeader
        title={t('shell:route.gateways')}
        note={broker?.connected === true ? <BrokerLine broker={broker} /> : ' '}
      />
      {broker !== undefined && <BrokerAlert broker={broker} />}
      <PartTabs
        label={t('shell:route.gateways')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        {part === 'gateways' && <GatewaysTable />}
        {part === 'adapters' && <AdaptersTable />}
        {part === 'inbox' && <InboxTable />}
        {part === 'faults' && <FaultsPart />}
      </PartTabs>
    </div>
  )
}

/** Reason why no machine is connected. */
function BrokerAlert({ broker: { elsewhere, connected, kind, port } }: { readonly broker: BrokerState }) {
  const { t } = useTranslation('telemetry')
  if (elsewhere) return <Alert type="info" showIcon title={t('elsewhere')} />
  if (connected) return null
  return (
    <Alert type="error" showIcon title={t(kind === 'embedded' ? 'notListening' : 'notConnected', { port })} />
  )
}

/** Broker address for gateways, and the messages received since the server started. */
function BrokerLine({ broker }: { readonly broker: BrokerState }) {
  const { t } = useTranslation('telemetry')
  const { kind, port, messages, values, faults, waiting } = broker
  const address = kind === 'embedded' ? `mqtt://${globalThis.location.hostname}:${port}` : t('outer')
  const figures = { messages: thousands(messages), values: thousands(values), faults: thousands(faults) }
  return (
    <>
      {t('broker', { address, ...figures })}
      {waiting > 0 && ` · ${t('waiting', { frames: thousands(waiting) })}`}
    </>
  )
}
