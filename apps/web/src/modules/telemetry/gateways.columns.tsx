import type { GatewayRow } from '@cloud-factory/contract/telemetry/gateways'
import { gatewayStates } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import { LargeNumber } from '../../shared/ui/ago.tsx'
import { GatewayStateTag } from './gateway-drawer.tsx'

export function GatewayFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('telemetry')
  const states = choices(gatewayStates, (state) => t(state === 'revoked' ? state : `state.${state}`))
  return <SelectFilters list={list} filters={{ state: [t('field.state'), states] }} />
}

export const gatewayColumns = (
  t: TFunction<'telemetry'>,
  instant: (at: string, pattern?: string) => string,
  onOpen: (id: string) => void,
): readonly Column<GatewayRow>[] => [
  {
    key: 'code',
    title: t('field.code'),
    width: 150,
    pinned: true,
    sort: 'code',
    render: ({ id, code }) => (
      <button type="button" className="link-button" onClick={() => onOpen(id)}>
        {code}
      </button>
    ),
  },
  { key: 'name', title: t('field.name'), width: 140, render: ({ name }) => name || absent },
  { key: 'topics', title: t('field.topics'), width: 210, render: ({ topics }) => topics.join('  ') },
  {
    key: 'active',
    title: t('field.state'),
    width: 100,
    render: ({ active }) => <GatewayStateTag active={active} />,
  },
  {
    key: 'lastSeenAt',
    title: t('field.lastSeenAt'),
    width: 175,
    sort: 'lastSeenAt',
    render: ({ lastSeenAt }) => (lastSeenAt === null ? t('never') : instant(lastSeenAt)),
  },
  {
    key: 'address',
    title: t('field.address'),
    width: 140,
    spare: true,
    render: ({ lastAddress }) => lastAddress || absent,
  },
  {
    key: 'messages',
    title: t('field.messages'),
    width: 110,
    spare: true,
    align: 'right',
    render: ({ messages }) => <LargeNumber value={messages} />,
  },
  {
    key: 'denied',
    title: t('field.denied'),
    width: 100,
    spare: true,
    align: 'right',
    render: ({ denied }) => count(denied),
  },
]
