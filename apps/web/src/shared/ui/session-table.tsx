import type { SessionView } from '@cloud-factory/contract/identity/access'
import { Table, type TableColumnsType, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from './ago.tsx'
import { useInstant } from '../format/dates.ts'
import { ScrollRegion } from './scroll-region.tsx'

interface Props {
  readonly label: string
  /** Undefined while loading. */
  readonly sessions: readonly SessionView[] | undefined
  /** Action of a session. */
  readonly action?: (session: SessionView) => ReactNode
}

/** The sessions of a person. Needs the namespace `authority`. */
export function SessionTable({ label, sessions, action }: Props) {
  const { t } = useTranslation('permissions')
  const { t: shell } = useTranslation()
  const instant = useInstant()
  const columns: TableColumnsType<SessionView> = [
    {
      key: 'device',
      title: t('session.device'),
      width: 190,
      render: (_, { device, current }) => (
        <>
          {device === '' ? t('session.unknownDevice') : device}{' '}
          {current && <Tag color="success">{t('session.current')}</Tag>}
        </>
      ),
    },
    { key: 'address', title: t('session.address'), width: 140, render: (_, { address }) => address },
    {
      key: 'method',
      title: t('session.method'),
      width: 110,
      render: (_, { method }) => t(`session.methods.${method}`),
    },
    ...(['createdAt', 'lastSeenAt', 'expiresAt'] as const).map((key) => ({
      key,
      title: t(`session.${key}`),
      width: 180,
      onCell: () => ({ style: { whiteSpace: 'nowrap' as const } }),
      render: (_: unknown, session: SessionView) =>
        key === 'expiresAt' ? instant(session[key]) : <Ago at={session[key]} />,
    })),
    ...(action === undefined
      ? []
      : [
          {
            key: 'action',
            title: shell('common:field.actions'),
            width: 110,
            render: (_: unknown, session: SessionView) => action(session),
          },
        ]),
  ]
  return (
    <ScrollRegion label={label} width={980}>
      <Table<SessionView>
        aria-label={label}
        size="small"
        rowKey="id"
        dataSource={sessions ?? []}
        columns={columns}
        loading={sessions === undefined}
        pagination={false}
        locale={{
          emptyText: <span className="page-note">{sessions === undefined ? '' : t('session.none')}</span>,
        }}
      />
    </ScrollRegion>
  )
}
