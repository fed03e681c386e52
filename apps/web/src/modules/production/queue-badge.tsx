import { CloudSyncOutlined, WarningOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { usePermissionTags } from '../../shared/permission.ts'
import { useSession } from '../../shared/session.ts'
import { startQueue, useQueue } from './queue.ts'
import { countsOf } from './queue.rules.ts'
import './queue-badge.css'

/**
 * Sends the user's queued reports on every page, and shows how many are waiting; hidden if none is.
 */
export function QueueBadge() {
  const { t } = useTranslation('production')
  const person = useSession(({ user }) => user?.id)
  const tags = usePermissionTags()
  const { waiting, refused } = countsOf(useQueue(({ reports }) => reports))
  useEffect(() => (person === undefined ? undefined : startQueue(person)), [person])
  if (waiting + refused === 0) return null
  const words = [
    waiting > 0 ? t('queue.waiting', { count: waiting }) : '',
    refused > 0 ? t('queue.refused', { count: refused }) : '',
  ]
    .filter((word) => word !== '')
    .join(', ')
  return (
    <Link
      className={`queue-badge ${refused > 0 ? 'is-bad' : ''}`}
      to={tags.includes('order.report') ? '/order/work' : '/order/site'}
      aria-label={words}
      title={words}
    >
      {refused > 0 ? <WarningOutlined aria-hidden /> : <CloudSyncOutlined aria-hidden />}
      <span aria-hidden="true">{waiting + refused}</span>
    </Link>
  )
}
