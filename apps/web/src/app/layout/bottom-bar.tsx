import { BellOutlined, ProfileOutlined, ScanOutlined, ToolOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { usePermissionTags } from '../../shared/permission.ts'
import { findRoute, routeAllowed } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'

interface Entry {
  readonly path: string
  readonly label: string
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>
}

/** Where the work of a person waits; people who administer or only view have it on the home page. */
function queueOf(tags: readonly string[]): string {
  if (tags.includes('authority.users')) return '/dashboard'
  if (tags.includes('order.report')) return '/order/work?part=list'
  if (tags.includes('quality.inspect')) return '/quality/due'
  return tags.includes('equipment.maintain') ? '/equipment/maintenance' : '/dashboard'
}

/** The entries that this person may open. */
function useEntries(): readonly Entry[] {
  const { t } = useTranslation()
  const tags = usePermissionTags()
  const reportsFaults = tags.includes('equipment.maintain') || tags.includes('alarm.ack')
  const fault = '/equipment/maintenance?part=repairs&report=1'
  const entries = [
    { path: '/find', label: t('bottomBar.scan'), icon: ScanOutlined },
    { path: queueOf(tags), label: t('bottomBar.queue'), icon: ProfileOutlined },
    ...(reportsFaults ? [{ path: fault, label: t('bottomBar.fault'), icon: ToolOutlined }] : []),
    { path: '/message/list', label: t('route.messageList'), icon: BellOutlined },
  ]
  return entries.filter(({ path }) => {
    const found = findRoute(shellRoutes(), pathOf(path))
    return found !== null && routeAllowed(found.chain, tags)
  })
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? address

/** The part of the screen's height that an on-screen keyboard leaves is smaller than this. */
const besideKeyboard = 0.7

// The field first: asking for the height costs a layout of the page.
const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true &&
  (window.visualViewport?.height ?? Infinity) < besideKeyboard * window.screen.height

function followViewport(changed: () => void): () => void {
  window.visualViewport?.addEventListener('resize', changed)
  return () => window.visualViewport?.removeEventListener('resize', changed)
}

/** What people in the hall do most, within reach of the thumb. Shown on phones, while no keyboard takes the room. */
export function BottomBar({ pathname }: { readonly pathname: string }) {
  const { t } = useTranslation()
  const entries = useEntries()
  const typing = useSyncExternalStore(followViewport, isTyping)
  if (typing) return null
  return (
    <nav className="bottom-bar" aria-label={t('bottomBar.label')}>
      {entries.map(({ path, label, icon: Icon }) => (
        <Link key={path} to={path} aria-current={pathOf(path) === pathname ? 'page' : undefined}>
          <Icon aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
