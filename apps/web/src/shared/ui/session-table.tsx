import type { SessionView } from '@cloud-factory/contract/identity/access'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { Ago } from './ago.tsx'
import { useInstant } from '../format/dates.ts'
import type { Column } from '../list/column.ts'
import { RowTable } from '../list/row-table.tsx'

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
  const instant = useInstant()
  const columns: readonly Column<SessionView>[] = [
    {
      key: 'device',
      title: t('session.device'),
      width: 190,
      render: ({ device, current }) => (
        <>
          {device === '' ? t('session.unknownDevice') : device}{' '}
          {current && <Tag color="success">{t('session.current')}</Tag>}
        </>
      ),
    },
    { key: 'address', title: t('session.address'), width: 140, render: ({ address }) => address },
    {
      key: 'method',
      title: t('session.method'),
      width: 110,
      render: ({ method }) => t(`session.methods.${method}`),
    },
    ...(['createdAt', 'lastSeenAt', 'expiresAt'] as const).map((key) => ({
      key,
      title: t(`session.${key}`),
      width: 170,
      render: (session: SessionView) =>
        key === 'expiresAt' ? instant(session[key]) : <Ago at={session[key]} />,
    })),
  ]
  return (
    <RowTable<SessionView>
      label={label}
      columns={columns}
      rows={sessions}
      empty={t('session.none')}
      {...(action === undefined ? {} : { rowActions: { width: 110, render: action } })}
    />
  )
}
