import { CloseOutlined } from '@ant-design/icons'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { changeTabs } from '../../shared/tabs/tabs-store.ts'
import { isUnsaved, move, type Tab, type Tabs } from '../../shared/tabs/tabs.rules.ts'
import { useTabActions } from './use-tab-actions.ts'
import { PopupMenu } from '../../shared/ui/popup-menu.tsx'

interface MenuAt {
  readonly tab: Tab
  readonly at: { readonly x: number; readonly y: number }
}

/** The tabs of visited pages: click, middle click, right click, drag, wheel and keyboard. */
export function TabStrip({ tabs }: { readonly tabs: Tabs }) {
  const { t } = useTranslation()
  const actions = useTabActions()
  const strip = useRef<HTMLDivElement>(null)
  const focusNext = useRef(false)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  // A page that shows its record's number in the title makes its tab wider.
  const shownTitle = tabs.list.find(({ id }) => id === tabs.current)?.title
  useEffect(() => {
    const shown = strip.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (focusNext.current) shown?.focus()
    focusNext.current = false
    // After the next paint: before it, the whole page would be laid out for this alone.
    const frame = requestAnimationFrame(() => {
      setTimeout(() => shown?.closest('.tab')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    })
    return () => cancelAnimationFrame(frame)
  }, [tabs.current, tabs.list.length, shownTitle])
  const dropOn = (index: number) => {
    if (dragged !== null) changeTabs((now) => move(now, dragged, index))
    setDragged(null)
  }
  return (
    <nav className="tab-strip" aria-label={t('tabs.label')}>
      <div
        ref={strip}
        className="tab-list"
        role="tablist"
        aria-label={t('tabs.label')}
        onWheel={(event) => {
          event.currentTarget.scrollLeft += event.deltaY === 0 ? event.deltaX : event.deltaY
        }}
        onScroll={() => setMenu(null)}
      >
        {tabs.list.map((tab, index) => (
          <TabItem
            key={tab.id}
            tab={tab}
            isCurrent={tab.id === tabs.current}
            isInTabOrder={tab.id === (tabs.current ?? tabs.list[0]?.id)}
            unsaved={isUnsaved(tabs, tab.id)}
            isDragged={tab.id === dragged}
            onMenu={(at) => setMenu({ tab, at })}
            onDrag={() => setDragged(tab.id)}
            onDragEnd={() => setDragged(null)}
            onDrop={() => dropOn(index)}
            onClose={() => {
              focusNext.current = true
              void actions.close(tab.id)
            }}
          />
        ))}
      </div>
      {menu !== null && <TabMenu tab={menu.tab} at={menu.at} onClose={() => setMenu(null)} />}
    </nav>
  )
}

interface ItemProps {
  readonly tab: Tab
  readonly isCurrent: boolean
  /** The Tab key reaches one tab, and the arrow keys the others. */
  readonly isInTabOrder: boolean
  readonly unsaved: boolean
  readonly isDragged: boolean
  readonly onMenu: (at: MenuAt['at']) => void
  readonly onDrag: () => void
  readonly onDragEnd: () => void
  readonly onDrop: () => void
  /** With the keyboard, the focus moves to the tab shown next. */
  readonly onClose: () => void
}

function TabItem({
  tab,
  isCurrent,
  isInTabOrder,
  unsaved,
  isDragged,
  onMenu,
  onDrag,
  onDragEnd,
  onDrop,
  onClose,
}: ItemProps) {
  const { t } = useTranslation()
  const actions = useTabActions()
  const title = tab.title ?? t(`route.${tab.titleKey}`)
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    void actions.close(tab.id)
  }
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    onMenu({ x: event.clientX, y: event.clientY })
  }
  return (
    <div
      className={`tab ${isCurrent ? 'is-current' : ''} ${isDragged ? 'is-dragged' : ''}`}
      role="presentation"
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        onDrag()
      }}
      onDragEnd={onDragEnd}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
      onAuxClick={onAuxClick}
      // Prevent the browser's middle-button scrolling.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onContextMenu={onContextMenu}
    >
      <TabButton
        tab={tab}
        isCurrent={isCurrent}
        isInTabOrder={isInTabOrder}
        unsaved={unsaved}
        title={title}
        onMenu={onMenu}
        onClose={onClose}
      />
      {!tab.affix && <CloseMark onClose={() => void actions.close(tab.id)} />}
    </div>
  )
}

/** For the pointer only: on the keyboard, Delete closes a tab. */
function CloseMark({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <span
      className="tab-close"
      aria-hidden="true"
      title={t('tabs.close')}
      onClick={(event) => {
        event.stopPropagation()
        onClose()
      }}
    >
      <CloseOutlined />
    </span>
  )
}

type ButtonProps = Pick<
  ItemProps,
  'tab' | 'isCurrent' | 'isInTabOrder' | 'unsaved' | 'onMenu' | 'onClose'
> & {
  readonly title: string
}

function TabButton({ tab, isCurrent, isInTabOrder, unsaved, title, onMenu, onClose }: ButtonProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const act = keyAct(event, {
      close: onClose,
      menu: () => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        onMenu({ x: left, y: bottom })
      },
    })
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <button
      type="button"
      role="tab"
      className="tab-button"
      aria-selected={isCurrent}
      aria-haspopup="menu"
      tabIndex={isInTabOrder ? 0 : -1}
      title={title}
      onClick={() => void navigate(tab.fullPath)}
      onKeyDown={onKeyDown}
    >
      <span className="tab-title">{title}</span>
      {unsaved && (
        <span className="tab-dot" role="img" aria-label={t('tabs.unsaved')} title={t('tabs.unsaved')} />
      )}
    </button>
  )
}

interface KeyActs {
  readonly close: () => void
  readonly menu: () => void
}

/**
 * Arrows, Home and End move along the strip; Delete closes; Shift+F10 or the menu key opens the
 * menu.
 */
function keyAct(event: KeyboardEvent<HTMLElement>, acts: KeyActs): (() => void) | undefined {
  const all = [
    ...(event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? []),
  ]
  const now = all.indexOf(event.currentTarget)
  switch (event.key) {
    case 'ArrowRight':
      return () => all[(now + 1) % all.length]?.focus()
    case 'ArrowLeft':
      return () => all.at(now - 1)?.focus()
    case 'Home':
      return () => all[0]?.focus()
    case 'End':
      return () => all.at(-1)?.focus()
    case 'Delete':
      return acts.close
    case 'ContextMenu':
      return acts.menu
    default:
      return event.key === 'F10' && event.shiftKey ? acts.menu : undefined
  }
}

interface Props {
  readonly tab: Tab
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Refresh, close (not for pinned tabs), close others, close all. */
function TabMenu({ tab, at, onClose }: Props) {
  const { t } = useTranslation()
  const actions = useTabActions()
  const close = { key: 'close', label: t('tabs.close'), onChoose: () => void actions.close(tab.id) }
  return (
    <PopupMenu
      label={tab.title ?? t(`route.${tab.titleKey}`)}
      at={at}
      onClose={onClose}
      choices={[
        { key: 'refresh', label: t('tabs.refresh'), onChoose: () => void actions.refresh(tab.id) },
        ...(tab.affix ? [] : [close]),
        { key: 'others', label: t('tabs.closeOthers'), onChoose: () => void actions.closeOthers(tab.id) },
        { key: 'all', label: t('tabs.closeAll'), onChoose: () => void actions.closeAll() },
      ]}
    />
  )
}
