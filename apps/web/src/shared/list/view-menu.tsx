import { BookOutlined, CheckOutlined, DownOutlined, PushpinOutlined, TeamOutlined } from '@ant-design/icons'
import type { SavedView } from '@cloud-factory/contract/views/views'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { api } from '../api.ts'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import { type MenuChoice, MenuButton } from '../ui/popup-menu.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { say } from '../ui/say.ts'
import { useProblemMessage } from '../use-problem-message.ts'
import type { ViewMenuProps, Views } from './use-views.ts'
import type { OpenDialog } from './view-dialog.tsx'
import { showsView, stateOfView, viewQueryOf } from './views.rules.ts'

// The forms are four times the size of the list's button and rarely used.
const ViewDialog = lazyThemed(async () => (await import('./view-dialog.tsx')).ViewDialog)

type Action = 'none' | 'save' | 'saveAs' | 'discard' | 'rename' | 'share' | 'default' | 'delete'

/** Saved views of a list: open, save changes, share, rename, delete. */
export function SavedViews({ views, list, columns }: ViewMenuProps) {
  const { t } = useTranslation('views')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { active } = views
  const isChanged = active !== null && (!showsView(list.state, active.query) || columns.isChosen)
  const { shown, choose } = useViewActions({ views, list, columns }, setDialog)
  const name = active?.name ?? t('none')
  const choices = [...viewChoices(views, t), ...actionChoices({ views, isChanged, t })]
  return (
    <>
      <MenuButton
        className="button view-menu"
        label={`${t('menu')}: ${name}${isChanged ? '*' : ''}`}
        choices={choices.map((one) => ({ ...one, onChoose: () => choose(one.key) }))}
        onPointerEnter={views.load}
        onFocus={views.load}
      >
        <BookOutlined aria-hidden="true" />
        <span className="view-name">{name}</span>
        {isChanged && <span title={t('changed')}>*</span>}
        <DownOutlined aria-hidden="true" />
      </MenuButton>
      <Overlay onClose={() => setDialog(null)}>
        {dialog !== null && (
          <ViewDialog
            dialog={dialog}
            views={views}
            shown={shown}
            onRemoved={() => {
              columns.reset()
              list.change({ view: '' })
            }}
            onClose={() => setDialog(null)}
          />
        )}
      </Overlay>
    </>
  )
}

/** What the menu's entries do; `shown` is the list as it is now. */
function useViewActions({ views, list, columns }: ViewMenuProps, setDialog: (dialog: OpenDialog) => void) {
  const { active } = views
  const { choice } = columns
  const shown = {
    query: viewQueryOf(list.state),
    columns: { ...choice, order: [...choice.order], pinned: [...choice.pinned] },
  }
  const write = useWriteView(views)
  const actions: Readonly<Record<Exclude<Action, 'none' | 'saveAs'>, (view: SavedView) => void>> = {
    // The choice is the view's own from now on: nothing of one's own is kept beside it.
    save: (view) => void write(view, shown).then(columns.reset),
    discard: (view) => {
      columns.reset()
      list.change(stateOfView(view.query, view.id))
    },
    rename: (view) => setDialog({ form: view }),
    share: (view) => void write(view, { shared: !view.shared }),
    default: ({ id }) => views.makeDefault(views.defaultId === id ? null : id),
    delete: (view) => setDialog({ remove: view }),
  }
  const choose = (key: string) => {
    const view = views.items.find(({ id }) => `view.${id}` === key)
    if (view !== undefined) views.open(view)
    else if (key === 'none') list.reset()
    else if (key === 'saveAs') setDialog({ form: null })
    else if (active !== null) actions[key as keyof typeof actions](active)
  }
  return { shown, choose }
}

/** Writes a view with a change, and says whether that worked. */
function useWriteView({ refresh }: Views) {
  const { t } = useTranslation('views')
  const problemMessage = useProblemMessage()
  return async (view: SavedView, change: Partial<Pick<SavedView, 'shared' | 'query' | 'columns'>>) => {
    const { id, version, name, query, columns, shared } = view
    try {
      const body = { version, name, query, columns, shared, ...change }
      await api('PATCH /api/me/views/:id', { params: { id }, body })
      say('success', t('saved'))
    } catch (error) {
      say('warning', problemMessage(error))
    }
    await refresh()
  }
}

type Choice = Omit<MenuChoice, 'onChoose'>

function viewChoices({ items, active, defaultId }: Views, t: TFunction<'views'>): readonly Choice[] {
  const choice = (view: SavedView): Choice => ({
    key: `view.${view.id}`,
    label: (
      <ViewChoice isShown={view.id === active?.id} name={view.name}>
        {!view.mine && <small>{view.owner}</small>}
        {view.mine && view.shared && <TeamOutlined title={t('isShared')} />}
        {view.id === defaultId && <PushpinOutlined title={t('isDefault')} />}
      </ViewChoice>
    ),
  })
  const group = (word: 'own' | 'shared', views: readonly SavedView[]) =>
    views.map((view, at): Choice => ({ ...choice(view), ...(at === 0 && { heading: t(word) }) }))
  const none = { key: 'none', label: <ViewChoice isShown={active === null} name={t('none')} /> }
  const own = items.filter(({ mine }) => mine)
  const others = items.filter(({ mine }) => !mine)
  return [none, ...group('own', own), ...group('shared', others)]
}

interface ViewChoiceProps {
  readonly isShown: boolean
  readonly name: string
  readonly children?: ReactNode
}

const ViewChoice = ({ isShown, name, children }: ViewChoiceProps) => (
  <span className="view-choice">
    {isShown ? <CheckOutlined /> : <span className="anticon" />}
    <span>{name}</span>
    {children}
  </span>
)

interface ActionsInput {
  readonly views: Views
  readonly isChanged: boolean
  readonly t: TFunction<'views'>
}

function actionChoices({ views: { active, defaultId }, isChanged, t }: ActionsInput): readonly Choice[] {
  const action = (key: Action, label: string, allowed: true | string, danger = false): Choice => ({
    key,
    label,
    danger,
    reason: allowed === true ? undefined : allowed,
  })
  const saveAs = action('saveAs', t('saveAs'), true)
  if (active === null) return [{ ...saveAs, heading: '' }]
  const { can, shared, mine } = active
  const canStopSharing = shared && mine ? true : can.edit
  const [first, ...others] = [
    ...(isChanged ? [action('save', t('save'), can.edit), action('discard', t('discard'), true)] : []),
    saveAs,
    action('rename', t('rename'), can.edit),
    shared ? action('share', t('unshare'), canStopSharing) : action('share', t('share'), can.share),
    action('default', t(active.id === defaultId ? 'unmakeDefault' : 'makeDefault'), true),
    action('delete', t('delete'), can.delete, true),
  ]
  return [{ ...(first ?? saveAs), heading: '' }, ...others]
}
