import { DownOutlined } from '@ant-design/icons'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { logo } from '../../shared/ui/logo.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { type Found, type MenuNode, menuOf } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'

interface Props {
  readonly found: Found
  readonly pathname: string
  readonly open: boolean
  readonly isMobile: boolean
}

export const sidebarClass = (open: boolean) => `sidebar ${open ? 'is-open' : 'is-closed'}`

/**
 * The menu of permitted pages. When collapsed, it shows icons, and groups as fly-outs. Not rendered again for a new
 * title of a tab.
 */
export const Sidebar = memo(({ found, pathname, open, isMobile }: Props) => {
  const { t } = useTranslation()
  const tags = usePermissionTags()
  const active = found.route.activeMenu ?? pathname
  return (
    <nav
      className={sidebarClass(open)}
      aria-label={t('sidebar.label')}
      // A closed drawer is off screen: nothing inside it may take the focus.
      inert={isMobile && !open}
    >
      <Link className="brand" to="/" title={t('app.full')}>
        <img src={logo} alt="" width={28} height={28} />
        <span className="menu-text">{t('app.name')}</span>
      </Link>
      <ul className="menu">
        {menuOf(shellRoutes(), tags).map((node) => (
          <li key={node.path}>
            <MenuEntry node={node} active={active} />
          </li>
        ))}
      </ul>
    </nav>
  )
})

interface EntryProps {
  readonly node: MenuNode
  readonly active: string
}

const MenuEntry = (props: EntryProps) =>
  props.node.children.length > 0 ? <MenuGroup {...props} /> : <MenuLeaf {...props} />

const holds = (node: MenuNode, active: string): boolean =>
  node.path === active || node.children.some((child) => holds(child, active))

function MenuGroup({ node, active }: EntryProps) {
  const { t } = useTranslation()
  const holdsActive = holds(node, active)
  const [unfolded, setUnfolded] = useState(holdsActive)
  const [previous, setPrevious] = useState(active)
  const group = useRef<HTMLDivElement>(null)
  const place = () => group.current && placeFlyOut(group.current)
  if (previous !== active) {
    setPrevious(active)
    if (holdsActive) setUnfolded(true)
  }
  return (
    <div className="menu-group" ref={group} onPointerEnter={place} onFocus={place}>
      <button
        type="button"
        className={`menu-item ${holdsActive ? 'holds-active' : ''}`}
        aria-expanded={unfolded}
        title={t(`route.${node.titleKey}`)}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Title node={node}>
          <DownOutlined className="menu-arrow" aria-hidden="true" />
        </Title>
      </button>
      <ul className={`menu-sub ${unfolded ? 'is-unfolded' : ''}`}>
        {node.children.map((child) => (
          <li key={child.path}>
            <MenuEntry node={child} active={active} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Position of a group's fly-out beside the collapsed menu: level with the group, or up from its
 * lower edge if there is more room above. It scrolls if the window is too low.
 */
function placeFlyOut(group: HTMLElement): void {
  const { top, bottom } = group.getBoundingClientRect()
  const isLow = top > innerHeight - bottom
  group.style.setProperty('--fly-out-top', isLow ? 'auto' : `${top}px`)
  group.style.setProperty('--fly-out-bottom', isLow ? `${Math.max(0, innerHeight - bottom)}px` : 'auto')
  group.style.setProperty('--fly-out-room', `${isLow ? bottom : innerHeight - top}px`)
}

function MenuLeaf({ node, active }: EntryProps) {
  const { t } = useTranslation()
  const isActive = node.path === active
  return (
    <Link
      to={node.path}
      className={`menu-item ${isActive ? 'is-active' : ''}`}
      aria-current={isActive ? 'page' : undefined}
      title={t(`route.${node.titleKey}`)}
    >
      <Title node={node} />
    </Link>
  )
}

function Title({ node, children }: { readonly node: MenuNode; readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const { icon: Icon } = node
  return (
    <>
      <span className="menu-icon" aria-hidden="true">
        {Icon && <Icon />}
      </span>
      <span className="menu-text">{t(`route.${node.titleKey}`)}</span>
      {children}
    </>
  )
}
