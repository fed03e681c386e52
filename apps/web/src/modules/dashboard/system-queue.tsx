import type { UserRow } from '@cloud-factory/contract/identity/people'
import type { ChannelState } from '@cloud-factory/contract/inbox/messages'
import type { SystemState } from '@cloud-factory/contract/system/system'
import type { BrokerState, GatewayRow, InboxRow } from '@cloud-factory/contract/telemetry/gateways'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { bytesText, count } from '../../shared/format/numbers.ts'
import { useAllowed } from '../../shared/permission.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { Bars, Card } from './card.tsx'
import { channelsQuery } from '../inbox/inbox.queries.ts'
import { TestMessage } from '../inbox/test-message.tsx'
import { brokerQuery, queueQuery, systemQuery } from './dashboard.queries.ts'
import { type QueueRow, QueueRows, queueRows } from './queue-list.tsx'
import { type QueueProps, useRowAction } from './queues.tsx'

type T = TFunction<'dashboard'>

const useSystem = () =>
  useQuery(systemQuery(useAllowed({ permissionAnd: ['ops.metrics', 'authority.users'] })))

/** Everything that the queue shows, each as far as the person may see it. */
function useQueueData() {
  const connects = useAllowed({ permissionAnd: ['equipment.view', 'equipment.edit'] })
  const pageSize = queueRows
  const system = useSystem()
  const broker = useQuery(brokerQuery(connects))
  const channels = useQuery(channelsQuery)
  const users = useQuery(queueQuery('GET /api/users', { access: 'locked', pageSize }))
  const gateways = useQuery(queueQuery('GET /api/gateways', { state: 'silent', pageSize }, connects))
  const devices = useQuery(queueQuery('GET /api/telemetry/inbox', { status: 'new', pageSize }, connects))
  const all = [system, broker, channels, users, gateways, devices]
  const failed = all.find(({ error }) => error !== null)
  return {
    state: {
      isPending: all.some(({ isLoading }) => isLoading),
      error: failed?.error ?? null,
      refetch: () => failed?.refetch(),
    },
    system: system.data,
    broker: broker.data,
    channels: channels.data?.items ?? [],
    users: users.data?.items ?? [],
    gateways: gateways.data?.items ?? [],
    devices: devices.data?.items ?? [],
  }
}

/** What an administrator has to see to: the server itself, undelivered messages, locked accounts, gateways, devices. */
export function SystemQueue({ open }: QueueProps) {
  const { t } = useTranslation('dashboard')
  const act = useRowAction('people')
  const { state, system, broker, channels, users, gateways, devices } = useQueueData()
  const unlock = (id: string) => act(() => api('POST /api/users/:id/unlock', { params: { id } }))
  const items = [
    ...serverRows(t, system, () => open({ kind: 'backup' })),
    ...brokerRows(t, broker),
    ...channels.flatMap((channel) => channelRows(t, channel)),
    ...users.map((user) => userRow(t, user, () => unlock(user.id))),
    ...gateways.map((gateway) => gatewayRow(t, gateway)),
    ...devices.map((device) => deviceRow(t, device)),
  ]
  return (
    <QueueRows<QueueRow>
      query={{ ...state, data: { items, total: items.length } }}
      most={items.length}
      all={() => null}
      rowOf={(row) => row}
    />
  )
}

const gatewaysAt = (part: string, filter: string) => `/equipment/gateways?part=${part}${filter}`

/** Where a row leads, and what is done in it; by default the link is the action. */
interface Way {
  readonly to?: string
  readonly action?: ReactNode
  readonly label?: string
}

const rowOf = (
  id: string,
  title: string,
  facts: readonly ReactNode[],
  { to, action, label = '' }: Way = {},
): QueueRow => ({
  id,
  title,
  to: to ?? null,
  facts,
  action:
    action ??
    (to !== undefined && (
      <Link className="row-button" to={to}>
        {label}
      </Link>
    )),
})

/** Failures first, then what runs out. */
function serverRows(t: T, state: SystemState | undefined, backUp: () => void): readonly QueueRow[] {
  if (state === undefined) return []
  const { backup, disk, failing } = state
  const failures = failing.map(({ job, since }) =>
    rowOf(job, t(`system.failing.${job}`), [<Ago key="since" at={since} />, t('system.failingSince')]),
  )
  const full = disk.low
    ? [rowOf('disk', t('system.diskLow'), [freeText(t, state), t('system.diskText')])]
    : []
  return [...failures, ...full, ...backupRows(t, backup, backUp)]
}

const lastBackup = (t: T, { lastAt }: NonNullable<SystemState['backup']>): ReactNode =>
  lastAt === null ? t('system.noBackup') : <Ago key="last" at={lastAt} />

function backupRows(t: T, backup: SystemState['backup'], backUp: () => void): readonly QueueRow[] {
  if (backup === null || !(backup.overdue || backup.failed || backup.running)) return []
  if (backup.running) return [rowOf('backup', t('system.backupRunning'), [])]
  const failed = backup.failed && <b className="is-late">{t('system.backupFailed')}</b>
  const action = (
    <RowButton allowed onClick={backUp}>
      {t('system.backupNow')}
    </RowButton>
  )
  return [rowOf('backup', t('system.backupDue'), [lastBackup(t, backup), failed], { action })]
}

const brokerRows = (t: T, broker: BrokerState | undefined): readonly QueueRow[] =>
  broker === undefined || broker.connected || broker.elsewhere
    ? []
    : [
        rowOf('broker', t('system.brokerDown'), [], {
          to: gatewaysAt('gateways', ''),
          label: t('system.check'),
        }),
      ]

/** While messages fail or wait because they could not be sent; “Users” shows more of it. */
function channelRows(t: T, { channel, waiting, failed, lastFailure }: ChannelState): readonly QueueRow[] {
  if (lastFailure === null) return []
  const { reason, detail, at } = lastFailure
  const facts = [
    <Ago key="at" at={at} />,
    `${t(`inbox:channel.reason.${reason}`)} (${detail})`,
    waiting > 0 && t('inbox:channel.retried'),
    <TestMessage key="test" channel={channel} />,
  ]
  const way = { to: '/authority/users', label: t('system.check') }
  return [rowOf(channel, t(`system.undelivered.${channel}`, { waiting, failed }), facts, way)]
}

const userRow = (t: T, { id, username, cnName, lockedUntil }: UserRow, unlock: () => void): QueueRow =>
  rowOf(`user-${id}`, `${cnName} (${username})`, [<Locked key="until" until={lockedUntil} />], {
    to: '/authority/users?access=locked',
    action: (
      <RowButton allowed onClick={unlock}>
        {t('common:action.unlock')}
      </RowButton>
    ),
  })

function Locked({ until }: { readonly until: string | null }) {
  const { t } = useTranslation('dashboard')
  const instant = useInstant()
  return t('system.locked', { at: instant(until, '{h}:{i}') })
}

const gatewayRow = (t: T, { id, code, name, lastSeenAt }: GatewayRow): QueueRow =>
  rowOf(
    `gateway-${id}`,
    `${code} ${name}`,
    [t('system.silent'), lastSeenAt === null ? t('system.neverSeen') : <Ago key="seen" at={lastSeenAt} />],
    { to: gatewaysAt('gateways', '&state=silent'), label: t('system.check') },
  )

const deviceRow = (t: T, { id, deviceKey, lastAt }: InboxRow): QueueRow =>
  rowOf(`device-${id}`, deviceKey, [t('system.unknown'), <Ago key="last" at={lastAt} />], {
    to: gatewaysAt('inbox', '&status=new'),
    label: t('system.assign'),
  })

const freeText = (t: T, { disk }: SystemState): string =>
  t('system.freeOf', { free: bytesText(disk.freeBytes), total: bytesText(disk.totalBytes) })

/** The state of the server, and how much machines have sent. */
export function SystemCard() {
  const { t } = useTranslation('dashboard')
  const instant = useInstant()
  const query = useSystem()
  const { data } = query
  const hours = data?.hours ?? []
  const isQuiet = hours.every(({ values }) => values === 0)
  return (
    <Card
      title={t('shell:route.authority')}
      wide
      query={query}
      aside={data && `Cloud Factory ${data.version}`}
    >
      {data !== undefined && <Facts state={data} />}
      <p className="page-note">{t(isQuiet ? 'system.quiet' : 'system.hours')}</p>
      {!isQuiet && (
        <Bars
          label={t('system.hours')}
          bars={hours.map(({ at, values }) => ({
            key: at,
            value: values,
            title: t('system.hour', { at: instant(at, '{m}-{d} {h}:{i}'), n: count(values) }),
            tick: Number(instant(at, '{h}')) % 6 === 0 ? instant(at, '{h}:{i}') : '',
            tone: values === 0 ? 'is-none' : undefined,
          }))}
        />
      )}
    </Card>
  )
}

function Facts({ state }: { readonly state: SystemState }) {
  const { t } = useTranslation('dashboard')
  const instant = useInstant()
  const { backup, databaseBytes, startedAt } = state
  const facts: readonly (readonly [title: string, value: ReactNode])[] = [
    [t('system.backup'), backup === null ? t('system.outside') : lastBackup(t, backup)],
    [t('system.storage'), bytesText(databaseBytes)],
    [t('system.free'), freeText(t, state)],
    [t('system.since'), instant(startedAt, '{y}-{m}-{d} {h}:{i}')],
  ]
  return (
    <dl className="system-facts">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt className="figure-title">{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
