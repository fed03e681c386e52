import type { FaultReport, BrokerState } from '@cloud-factory/contract/telemetry/gateways'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Button, Alert } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { faultsQuery, adaptersQuery, brokerQuery } from './gateways.queries.ts'
import { PlusOutlined } from '@ant-design/icons'
import type { AdapterRow } from '@cloud-factory/contract/telemetry/adapters'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { AdapterForm } from './adapter-form.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { GatewaysTable } from './gateways-table.tsx'
import { InboxTable } from './inbox-table.tsx'
import './gateways.css'

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

const filterNames = [] as const

/** Adapters for messages of other manufacturers. */
export function AdaptersTable() {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  const list = useListState('GET /api/telemetry/adapters', filterNames)
  const query = useListQuery(list, adaptersQuery)
  const [open, setOpen] = useState<{ readonly row: AdapterRow | null } | null>(null)
  const columns = useMemo(() => adapterColumns(t, instant), [t, instant])
  return (
    <>
      <DataTable<AdapterRow>
        name="adapters"
        label={t('part.adapters')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('adapter.empty')}</p>}
        onOpen={(row) => row.can.edit === true && setOpen({ row })}
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ row: null })}>
              {t('adapter.add')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 110,
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => setOpen({ row })}>
              {t('common:action.edit')}
            </ReasonButton>
          ),
        }}
      />
      {open !== null && <AdapterForm row={open.row} onClose={() => setOpen(null)} />}
    </>
  )
}

const adapterColumns = (
  t: TFunction<'telemetry'>,
  instant: (at: string, pattern?: string) => string,
): readonly Column<AdapterRow>[] => [
  {
    key: 'code',
    title: t('common:code'),
    width: 140,
    pinned: true,
    sort: 'code',
    render: ({ code }) => code,
  },
  { key: 'name', title: t('field.name'), width: 110, render: ({ name }) => name || absent },
  { key: 'pattern', title: t('adapter.pattern'), width: 220, render: ({ pattern }) => pattern },
  {
    key: 'gateway',
    title: t('adapter.gatewayId'),
    width: 190,
    render: ({ gateway }) => gateway ?? t('adapter.anyGateway'),
  },
  {
    key: 'active',
    title: t('field.state'),
    width: 95,
    render: ({ active }) => (
      <StatusTag tone={active ? 'good' : 'neutral'} text={t(active ? 'adapter.inUse' : 'adapter.atRest')} />
    ),
  },
  {
    key: 'updated',
    title: t('adapter.updated'),
    width: 195,
    render: ({ updatedAt, updatedBy }) => `${instant(updatedAt, '{y}-{m}-{d} {h}:{i}')} ${updatedBy}`,
  },
]

const parts = {
  gateways: <GatewaysTable />,
  adapters: <AdaptersTable />,
  inbox: <InboxTable />,
  faults: <FaultsPart />,
}

/** Connection of machines to the server. */
export function GatewaysPage() {
  const { t } = useTranslation('telemetry')
  const { data: broker } = useQuery(brokerQuery)
  return (
    <div className="page is-filling">
      <PageHeader
        title={t('shell:route.gateways')}
        note={broker?.connected === true ? <BrokerLine broker={broker} /> : ' '}
      />
      {broker !== undefined && <BrokerAlert broker={broker} />}
      <PageParts label={t('shell:route.gateways')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
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
